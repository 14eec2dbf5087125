/** Compresses stored responses. Their member names and usual values are in a dictionary, so that ids and times remain. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

// Never change it: stored responses are read with it. The most frequent text is at the end, as zlib recommends.
const dictionary = Buffer.from(
  [
    '"message":"","pagination":{"page":1,"limit":20,"total":',
    '{"success":true,"city":{"id":"","name":"","empire_id":"","founded_at":"","is_capital":false,"score":',
    '"population":{"used":,"total":},"population":"defense":"distance":"resources":"production":"cap":"per_hour":"wishes":[]',
    '{"success":true,"refund":{"gold":0,"food":0,"materials":0},"cancelled":[',
    '"home_city_id":"","march":null,"march":{"from":{"x":-1,"y":-1},"to":{"x":0,"y":0},"departed_at":"","arrives_at":"","purpose":"return"',
    '{"success":true,"army":{"id":"","name":"Army ","empire_id":"","units":{"soldiers":0,"archers":0,"knights":0,"catapults":0},"loot":{"gold":0,"food":0,"materials":0},"status":"marching","stationed"',
    '{"success":true,"battle":{"id":"","attacker_id":"","defender_id":"","location":{"x":-,"y":-},"status":"active","phase":"marching","started_at":"","contact_at":"","result":null,"seed_hash":"","morale":1000}}',
    '{"success":true,"order":{"id":"","unit_type":"soldiers","quantity":1,"cost":{"gold":,"food":0,"materials":0},"starts_at":null,"completes_at":null}}',
    '"type":"town_hall""mine""barracks""stable""workshop""warehouse""wall""quarry""house""farm"',
    '{"success":true,"building":{"id":"","type":"farm","level":1,"production":0,"upkeep":0,"status":"planned"},"order":{"id":"","from_level":0,"to_level":1,"cost":{"gold":,"food":0,"materials":},"starts_at":"2026-","completes_at":"2026-"}}',
  ].join(''),
);
/** Small windows start fast; the dictionary fits. */
const options = { dictionary, windowBits: 12, memLevel: 5 };

/** @param json at least one member, so that it begins with a brace */
export function compress(json: string): string {
  return deflateRawSync(json, options).toString('base64url');
}

/** Returns the JSON; also of a response that an earlier release stored as it is. */
export function decompress(stored: string): string {
  return stored.startsWith('{')
    ? stored
    : inflateRawSync(Buffer.from(stored, 'base64url'), options).toString();
}
