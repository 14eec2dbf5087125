/** The cases of alarms and of the browsers that receive them. */
import { badTexts, type BadValue } from '../support/bad-values.ts';
import { fromOne } from './queries.ts';
import type { RouteCases } from './route-case.ts';
import type { Stage } from './stage.ts';

const keys = { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) };
const deviceOf = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  ...{ keys, name: 'Phone', replaces: null },
});

let added = 0;

async function addDevice({ callers }: Stage): Promise<string> {
  added += 1;
  const { body } = await callers.owner.send<{ device: { id: string } }>(
    'POST',
    '/api/alarms/devices',
    deviceOf(`routes-${added}`),
  );
  return body.device.id;
}

const settings = {
  kinds: ['attack', 'battle', 'message', 'threat'],
  shows_names: false,
  mail: { attacks: true },
};

const noBooleans: BadValue[] = [
  ['a text', '"on"'],
  ['null', 'null'],
  ['missing', undefined],
];

export const alarmCases: RouteCases = {
  'GET /api/alarms': {
    rival: 200,
    query: {
      after: { good: 'attack%2000000000-0000-4000-8000-000000000000', bad: ['x', 'raid%201'] },
      limit: fromOne,
    },
  },
  'GET /api/alarms/settings': { rival: 200 },
  'PUT /api/alarms/settings': {
    rival: 200,
    body: () => settings,
    badBody: {
      kinds: [
        ['an unknown kind', '["raid"]'],
        ['no list', '"attack"'],
        ['missing', undefined],
      ],
      shows_names: noBooleans,
      mail: [
        ['no boolean', '{"attacks":"on"}'],
        ['without attacks', '{}'],
        ['missing', undefined],
      ],
    },
  },
  'PUT /api/alarms/wake': {
    rival: 200,
    body: () => ({ gold: 100, food: 0, materials: 2000 }),
    badBody: {
      gold: [
        ['negative', '-1'],
        ['missing', undefined],
      ],
      food: [['a fraction', '0.5']],
      materials: [['too many', '100000001']],
    },
  },
  'DELETE /api/alarms/wake': { rival: 200 },
  'POST /api/alarms/devices': {
    owner: 201,
    rival: 201,
    body: () => deviceOf('posted'),
    badBody: {
      endpoint: [
        ['no address', '"phone"'],
        ['an address elsewhere', '"https://example.org/push"'],
        ['an address with NUL', '"https://fcm.googleapis.com/fcm/send/a\\u0000"'],
        ['missing', undefined],
      ],
      'keys.p256dh': [
        ['too short', '"BAAA"'],
        ['missing', undefined],
      ],
      'keys.auth': [
        ['too long', JSON.stringify('A'.repeat(23))],
        ['missing', undefined],
      ],
      name: badTexts(0, 60, false),
      replaces: [
        ['a number', '1'],
        ['a text with NUL', '"\\u0000"'],
      ],
    },
  },
  'DELETE /api/alarms/device/:device_id': { rival: 403, ids: addDevice },
  'POST /api/alarms/device/:device_id/test': { rival: 403, ids: addDevice },
};
