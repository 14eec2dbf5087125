/**
 * Compresses stored responses. A dictionary of their member names and usual values makes the rows of an order 8 % smaller
 * than deflate alone; ids are the rest.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

// Only add text at the beginning: stored responses refer to the rest by its distance from the end.
const dictionary = Buffer.from(
  [
    '"message":"","pagination":{"page":1,"limit":20,"total":',
    '{"success":true,"city":{"id":"","name":"","empire_id":"","founded_at":"","is_capital":false,"score":',
    '"population":{"used":,"total":},"population":"defense":"distance":"resources":"production":"cap":"per_hour":"wishes":[]',
    '{"success":true,"refund":{"gold":0,"food":0,"materials":0},"cancelled":[',
    '"home_city_id":"","march":null,"march":{"from":{"x":-1,"y":-1},"to":{"x":0,"y":0},"departed_at":"","arrives_at":"","purpose":"return"',
    '{"success":true,"army":{"id":"","name":"Army ","empire_id":"","units":{"soldiers":0,"archers":0,"knights":0,"catapults":0},"loot":{"gold":0,"food":0,"materials":0},"status":"marching","stationed"',
    '"type":"town_hall""mine""barracks""stable""workshop""warehouse""wall""quarry""house""farm"',
    '{"success":true,"battle":{"id":"","attacker_id":"","defender_id":"","location":{"x":-4,"y":-9},"status":"active","phase":"marching","started_at":"2026-","contact_at":"2026-","result":null,"seed_hash":"","morale":1000}}',
    '{"success":true,"building":{"id":"","type":"quarry","level":1,"production":3300,"upkeep":0,"status":"constructing"},"order":{"id":"","from_level":1,"to_level":2,"cost":{"gold":85,"food":60,"materials":60},"starts_at":"2026-","completes_at":"2026-"}}',
    '{"success":true,"order":{"id":"","city_id":"","unit_type":"archers","quantity":1,"cost":{"gold":45,"food":25,"materials":50},"starts_at":"2026-","completes_at":"2026-"}}',
  ].join(''),
);
/** Small windows start fast; the dictionary fits. */
const options = { dictionary, windowBits: 12, memLevel: 5 };

export const compress = (json: string): Buffer => deflateRawSync(json, options);

/** Returns the JSON of a compressed response. */
export const decompress = (stored: Buffer): string => inflateRawSync(stored, options).toString();
