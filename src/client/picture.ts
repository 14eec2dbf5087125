/**
 * What a live client knows of its empire, kept from numbered events. Pure: a picture and an event give the next
 * picture, or say that something in between was missed.
 */
import type { EmpireView } from '../contract/empire.ts';
import type { ServerEvents } from '../contract/events.ts';

/** An empire at one moment of the server. */
export interface Picture {
  /** Number of the last event that is in it. */
  seq: number;
  /** The moment it is true for; the stock goes on from there by its rates. */
  at: string;
  resources: EmpireView['resources'];
  /** Net change an hour. */
  rates: EmpireView['rates'];
  /** Of all cities. */
  population: number;
  military: EmpireView['military'];
}

type NumberedName = 'empire_update' | 'resource_update' | 'construction_complete' | 'unit_training_complete';

/** An event with a `seq`. */
export type Numbered = { [Name in NumberedName]: { name: Name; data: ServerEvents[Name] } }[NumberedName];

/** Whether an event carries a `seq`. */
export function isNumbered(event: { name: string; data: object }): event is Numbered {
  return 'seq' in event.data;
}

/** The picture that a full view gives. */
export function toPicture(view: EmpireView, seq: number): Picture {
  const { server_time: at, resources, rates, population, military } = view;
  return { seq, at, resources, rates, population: population.total, military };
}

function hasRates(picture: Picture, rates: Picture['rates']): boolean {
  const { gold, food, materials } = picture.rates;
  return gold === rates.gold && food === rates.food && materials === rates.materials;
}

/** The picture after an event that is in order. */
function apply(picture: Picture, { name, data }: Numbered): Picture {
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
 * The picture after the next event; null: something was missed, a full view is needed. A resource_update with the
 * next number is an event of its own only where a rate has changed; else it is the periodic one, and the event
 * that has this number is not known.
 */
export function follow(picture: Picture, event: Numbered): Picture | null {
  const { seq } = event.data;
  if (seq > picture.seq + 1) return null;
  if (seq > picture.seq) {
    const isPeriodic = event.name === 'resource_update' && hasRates(picture, event.data.production_rates);
    return isPeriodic ? null : apply(picture, event);
  }
  const isNews = seq === picture.seq && 'timestamp' in event.data && event.data.timestamp >= picture.at;
  return isNews ? apply(picture, event) : picture;
}
