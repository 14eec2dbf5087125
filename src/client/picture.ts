/**
 * The state of an empire as a live client knows it. A picture and a numbered event give the next picture, or null if an
 * event in between was missed.
 */
import type { EmpireView } from '../contract/empire.ts';
import type { ServerEvents } from '../contract/events.ts';

export interface Picture {
  /** Number of the last event that it includes. */
  seq: number;
  /** From then on the stock changes by `rates`. */
  at: string;
  resources: EmpireView['resources'];
  /** Net change per hour. */
  rates: EmpireView['rates'];
  /** Of all cities. */
  population: number;
  military: EmpireView['military'];
}

type NumberedName = 'empire_update' | 'resource_update' | 'construction_complete' | 'unit_training_complete';

export type NumberedEvent = {
  [Name in NumberedName]: { name: Name; data: ServerEvents[Name] };
}[NumberedName];

export function isNumbered(event: { name: string; data: object }): event is NumberedEvent {
  return 'seq' in event.data;
}

/** @param seq number of the last event that the view includes */
export function toPicture(view: EmpireView, seq: number): Picture {
  const { server_time: at, resources, rates, population, military } = view;
  return { seq, at, resources, rates, population: population.total, military };
}

function hasRates(picture: Picture, rates: Picture['rates']): boolean {
  const { gold, food, materials } = picture.rates;
  return gold === rates.gold && food === rates.food && materials === rates.materials;
}

function applyInOrder(picture: Picture, { name, data }: NumberedEvent): Picture {
  const { seq } = data;
  switch (name) {
    case 'empire_update': {
      const { resources, population, military } = data.changes;
      return { ...picture, seq, at: data.timestamp, resources, population, military };
    }
    case 'resource_update':
      return { ...picture, seq, at: data.timestamp, resources: data.resources, rates: data.production_rates };
    case 'construction_complete':
    case 'unit_training_complete':
      return { ...picture, seq };
  }
}

/**
 * Null: an event was missed. The periodic resource_update repeats the current number, so if it has the next number but
 * no rate has changed, the event with that number was missed.
 */
export function applyEvent(picture: Picture, event: NumberedEvent): Picture | null {
  const { seq } = event.data;
  if (seq > picture.seq + 1) return null;
  if (seq > picture.seq) {
    const isPeriodic = event.name === 'resource_update' && hasRates(picture, event.data.production_rates);
    return isPeriodic ? null : applyInOrder(picture, event);
  }
  const isNewer = seq === picture.seq && 'timestamp' in event.data && event.data.timestamp >= picture.at;
  return isNewer ? applyInOrder(picture, event) : picture;
}
