/** Compresses stored responses. Their member names and usual values are in a dictionary; ids and times are stored as bytes. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isoOf } from '../kernel/time.ts';

/** The places of ids and times in the text: control characters, which JSON contains only escaped. */
const [idMark, timeMark] = ['\u0001', '\u0002'];

// Only add text at the beginning: stored responses refer to the rest by its distance from the end.
const dictionary = Buffer.from(
  [
    `{"success":true,"battle":{"id":"${idMark}","attacker_id":"${idMark}","defender_id":"${idMark}","location":{"x":-4,"y":-9},"status":"active","phase":"marching","started_at":"${timeMark}","contact_at":"${timeMark}","result":null,"seed_hash":"`,
    `{"success":true,"order":{"id":"${idMark}","city_id":"${idMark}","unit_type":"archers","quantity":1,"cost":{"gold":45,"food":25,"materials":50},"starts_at":"${timeMark}","completes_at":"${timeMark}"}}`,
    `{"success":true,"building":{"id":"${idMark}","type":"quarry","level":1,"production":3300,"upkeep":0,"status":"constructing"},"order":{"id":"${idMark}","from_level":1,"to_level":2,"cost":{"gold":85,"food":60,"materials":60},"starts_at":"${timeMark}","completes_at":"${timeMark}"}}`,
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

/** Ids and times, which deflate cannot shorten. */
const value = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const mark = new RegExp(`[${idMark}${timeMark}]`, 'g');
const timeBytes = 6;
const sizeOf = (found: string): number => (found === idMark ? 16 : timeBytes);

/** Returns the compressed text, followed by the bytes of its ids and times in their order. */
export function compress(json: string): Buffer {
  const values: Buffer[] = [];
  const text = json.replace(value, (found) => {
    if (found.length === 36) {
      values.push(Buffer.from(found.replaceAll('-', ''), 'hex'));
      return idMark;
    }
    const at = Date.parse(found);
    // What a player has written may look like a time.
    if (!(at >= 0) || isoOf(at) !== found) return found;
    const bytes = Buffer.alloc(timeBytes);
    bytes.writeUIntBE(at, 0, timeBytes);
    values.push(bytes);
    return timeMark;
  });
  return Buffer.concat([deflateRawSync(text, options), ...values]);
}

/** Returns the JSON of a compressed response. */
export function decompress(stored: Buffer): string {
  const text = inflateRawSync(stored, options).toString();
  const marks = text.match(mark) ?? [];
  let at = stored.length - marks.reduce((sum, found) => sum + sizeOf(found), 0);
  return text.replace(mark, (found) => {
    const bytes = stored.subarray(at, (at += sizeOf(found)));
    return found === timeMark
      ? isoOf(bytes.readUIntBE(0, timeBytes))
      : bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  });
}
