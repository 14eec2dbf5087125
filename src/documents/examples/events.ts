/** What the story sounds like to Ann, who has joined her empire: an example of every event of the socket. */
import type { z } from 'zod';
import type { ClientEvents, clientEventWords, ServerEvents } from '../../contract/events.ts';
import { empires } from './empires.ts';

/** A payload of each, as it was heard. */
export const heard: Readonly<{ [Name in keyof ServerEvents]?: ServerEvents[Name] }> = {
  empire_update: {
    empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
    changes: {
      resources: { gold: 1501, food: 1501, materials: 1501 },
      population: 100,
      military: { total_units: 30, units_by_type: { soldiers: 20, archers: 10, knights: 0, catapults: 0 } },
    },
    timestamp: '2026-03-01T12:01:00.000Z',
    seq: 1,
  },
  resource_update: {
    empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
    resources: { gold: 1434, food: 1493, materials: 1417 },
    production_rates: { gold: 82, food: 66, materials: 85 },
    timestamp: '2026-03-01T13:01:00.000Z',
    seq: 6,
  },
  construction_complete: {
    empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
    city_id: '3d2b6a71-6805-4d8c-aa7f-cee8c957c675',
    building: { id: '62062569-f18b-47e3-aa9f-c4bcf6665fbe', type: 'barracks', level: 1 },
    seq: 5,
  },
  unit_training_complete: {
    empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
    city_id: '3d2b6a71-6805-4d8c-aa7f-cee8c957c675',
    units: { type: 'soldiers', quantity: 5 },
    seq: 10,
  },
  battle_start: {
    battle_id: '68816a1a-4afe-4e23-a017-dd548847d2c3',
    attacker: 'Attica',
    defender: 'Boeotia',
    location: { x: 4, y: 2 },
    contact_at: '2026-03-02T14:19:42.493Z',
  },
  battle_update: {
    battle_id: '68816a1a-4afe-4e23-a017-dd548847d2c3',
    round: 1,
    events: ['defender lost 4 militia'],
    status: 'active',
  },
  battle_end: {
    battle_id: '68816a1a-4afe-4e23-a017-dd548847d2c3',
    winner: 'attacker',
    casualties: {
      attacker: { soldiers: 0, archers: 0, knights: 0, catapults: 0 },
      defender: { soldiers: 0, archers: 0, knights: 0, catapults: 0 },
    },
    loot: { gold: 275, food: 275, materials: 275 },
  },
  empire_event: {
    empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
    event: {
      number: 1,
      at: '2026-03-01T12:00:00.000Z',
      type: 'empire_founded',
      data: {
        city_id: '3d2b6a71-6805-4d8c-aa7f-cee8c957c675',
        city_name: 'Capital',
        location: { x: 0, y: 0 },
      },
    },
  },
  error: { message: 'This is not yours', code: 'FORBIDDEN' },
};

/** As the same read over HTTP answers it. */
const asItStands = empires.find(({ route }) => route === 'GET /api/empire/{empire_id}')
  ?.answer as Said<'request_update'>['data'];

interface Said<Name extends keyof ClientEvents> {
  payload: ClientEvents[Name];
  /** What its callback was given. */
  data: z.output<(typeof clientEventWords)[Name]['data']>;
}

/** A payload of each, as it was sent. */
export const said: Readonly<{ [Name in keyof ClientEvents]?: Said<Name> }> = {
  join_empire: {
    payload: { empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac', after: 0 },
    data: { empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac', last: 1 },
  },
  leave_empire: {
    payload: { empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac' },
    data: { empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac' },
  },
  request_update: {
    payload: { type: 'empire', id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac' },
    data: asItStands,
  },
};
