/** The picture of a live client, event by event: new events, old events and gaps. */
import { expect, it } from 'vitest';
import { applyEvent, type NumberedEvent, type Picture } from '../../src/client/picture.ts';

const empire_id = '3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00';
const units = { soldiers: 1, archers: 0, knights: 0, catapults: 0 };
const amounts = (n: number) => ({ gold: n, food: n, materials: n });
const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;

const picture: Picture = {
  seq: 5,
  at: at(10),
  resources: amounts(100),
  rates: amounts(7),
  population: 20,
  military: { total_units: 0, units_by_type: { ...units, soldiers: 0 } },
};

function empireUpdate(seq: number, second: number): NumberedEvent {
  const military = { total_units: 1, units_by_type: units };
  return {
    name: 'empire_update',
    data: {
      empire_id,
      changes: { resources: amounts(50), population: 21, military },
      timestamp: at(second),
      seq,
    },
  };
}

function resourceUpdate(seq: number, second: number, rate: number): NumberedEvent {
  return {
    name: 'resource_update',
    data: {
      empire_id,
      resources: amounts(60),
      production_rates: amounts(rate),
      timestamp: at(second),
      seq,
    },
  };
}

const trained: NumberedEvent = {
  name: 'unit_training_complete',
  data: { empire_id, city_id: empire_id, units: { type: 'soldiers', quantity: 1 }, seq: 6 },
};

it.each<[what: string, event: NumberedEvent, next: Picture | null]>([
  [
    'the next number updates stock, population and military',
    empireUpdate(6, 11),
    {
      seq: 6,
      at: at(11),
      resources: amounts(50),
      rates: amounts(7),
      population: 21,
      military: { total_units: 1, units_by_type: units },
    },
  ],
  [
    'the next number updates stock and rates',
    resourceUpdate(6, 11, 8),
    { ...picture, seq: 6, at: at(11), resources: amounts(60), rates: amounts(8) },
  ],
  ['the next number is taken even if nothing else changes', trained, { ...picture, seq: 6 }],
  [
    'an event was missed if the periodic stock update, without a changed rate, has its number',
    resourceUpdate(6, 11, 7),
    null,
  ],
  ['a number beyond the next reports a gap: empire_update', empireUpdate(7, 11), null],
  ['a number beyond the next reports a gap: resource_update', resourceUpdate(7, 11, 8), null],
  [
    'the current number updates the stock with a later time',
    resourceUpdate(5, 30, 7),
    { ...picture, at: at(30), resources: amounts(60) },
  ],
  ['the current number is ignored with an earlier time', empireUpdate(5, 9), picture],
  ['an event that the picture already includes is ignored', empireUpdate(4, 30), picture],
])('%s', (_, event, next) => {
  expect(applyEvent(picture, event)).toEqual(next);
});
