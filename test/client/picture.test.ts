/** The picture of a live client, event by event: new events, old events and gaps. */
import { describe, expect, it } from 'vitest';
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

describe('the event with the next number', () => {
  it('updates stock, population and military', () => {
    expect(applyEvent(picture, empireUpdate(6, 11))).toEqual({
      seq: 6,
      at: at(11),
      resources: amounts(50),
      rates: amounts(7),
      population: 21,
      military: { total_units: 1, units_by_type: units },
    });
  });

  it('updates stock and rates', () => {
    expect(applyEvent(picture, resourceUpdate(6, 11, 8))).toEqual({
      ...picture,
      seq: 6,
      at: at(11),
      resources: amounts(60),
      rates: amounts(8),
    });
  });

  it('updates the number even if nothing else changes', () => {
    expect(applyEvent(picture, trained)).toEqual({ ...picture, seq: 6 });
  });

  it('was missed if the periodic stock update, without a changed rate, has its number', () => {
    expect(applyEvent(picture, resourceUpdate(6, 11, 7))).toBeNull();
  });
});

describe('a number beyond the next', () => {
  it.each([empireUpdate(7, 11), resourceUpdate(7, 11, 8)])('reports a gap: $name', (event) => {
    expect(applyEvent(picture, event)).toBeNull();
  });
});

describe('the current number', () => {
  it('updates the stock with a later time', () => {
    expect(applyEvent(picture, resourceUpdate(5, 30, 7))).toEqual({
      ...picture,
      at: at(30),
      resources: amounts(60),
    });
  });

  it('is ignored with an earlier time', () => {
    expect(applyEvent(picture, empireUpdate(5, 9))).toEqual(picture);
  });
});

it('ignores an event that the picture already includes', () => {
  expect(applyEvent(picture, empireUpdate(4, 30))).toEqual(picture);
});
