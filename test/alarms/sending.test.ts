/** Alarms arrive at the browsers of a player, encrypted for them, once, and only while they hold. */
import { beforeEach, expect, it } from 'vitest';
import { useNew, useTestGame, type Ruler } from '../support/game.ts';
import { write } from '../support/messages.ts';
import { attackCity, createNeighbours, userIdOf } from '../support/players.ts';
import { silent, status, usePushService } from '../support/push-service.ts';

const hourMs = 3_600_000;
const service = usePushService();
const game = useTestGame(() => ({ pushServices: [service.origin] }));
let names = 0;
let device = '';
const players = useNew(async () => {
  const [ann, foe] = await createNeighbours(game, 6);
  return { ann, foe };
});

const addDevice = (ruler: Ruler, name: string) =>
  ruler.send<{ device: { id: string } }>('POST', '/api/alarms/devices', {
    ...service.subscribe(name),
    name: 'Phone',
  });
const wantAll = (ruler: Ruler, more: object = {}) =>
  ruler.send('PUT', '/api/alarms/settings', {
    kinds: ['attack', 'battle', 'message', 'threat', 'wish', 'storage'],
    ...{ shows_names: false, mail: { attacks: false } },
    ...more,
  });

/** What the sender does between two polls, if all changes were noted. */
async function sendDue(): Promise<void> {
  game.instance.alarms.noteGap();
  await game.instance.alarms.catchUp();
}
const devicesOf = async (ruler: Ruler) =>
  (
    await ruler.read<{ devices: { last_success_at: string | null; failing_since: string | null }[] }>(
      '/api/alarms/settings',
    )
  ).devices;

beforeEach(async () => {
  names += 1;
  device = `browser-${names}`;
  await sendDue();
  expect((await addDevice(players.ann, device)).status).toBe(201);
});

it('an attack, its battle and a message: with the own city and the time, without names', async () => {
  const { ann, foe } = players;
  const battleId = await attackCity(foe, ann);
  const sent = game.clock.now();
  await sendDue();
  const [alarm, ...others] = service.to(device);
  expect(others).toEqual([]);
  expect(alarm).toEqual({
    title: 'Attack on Capital',
    text: expect.stringMatching(/^It arrives at \d\d:\d\d UTC\.$/) as unknown,
    tag: `battle-${battleId}`,
    path: `/battle/${battleId}`,
  });
  const { alarms } = await ann.read<{ alarms: object[] }>('/api/alarms');
  expect(alarms).toMatchObject([
    {
      ...{ kind: 'attack', battle_id: battleId, thread_id: null, resource: null },
      ...{ city_id: ann.capitalId, opponent_id: foe.empireId },
    },
  ]);
  const push = service.pushed.find(({ name }) => name === device);
  expect(push?.headers).toMatchObject({ urgency: 'high', topic: battleId.replaceAll('-', '') });
  const [row] = await game.query<{ contact_at: number }>(
    'SELECT contact_at FROM battles WHERE id = $1',
    battleId,
  );
  expect(Number(push?.headers.ttl)).toBe(Math.ceil(((row?.contact_at ?? 0) - sent) / 1000));

  await sendDue();
  expect(service.to(device)).toHaveLength(1);
  await game.pass(3 * hourMs);
  await write(foe, { id: await userIdOf(game, ann) }, 'The secret of the mine');
  await sendDue();
  const [, battle, message] = service.to(device);
  expect(battle).toMatchObject({
    title: 'The battle at Capital is over',
    text: '',
    tag: `battle-${battleId}`,
  });
  expect(message).toMatchObject({ title: 'New message', text: '' });
  const all = JSON.stringify(service.to(device));
  expect(all).not.toContain(foe.username);
  expect(all).not.toContain('mine');
  expect((await devicesOf(ann))[0]).toMatchObject({
    last_success_at: new Date(game.clock.now()).toISOString(),
    failing_since: null,
  });
});

it('names are told to players who want that, the text of a message never', async () => {
  const { ann, foe } = players;
  await wantAll(ann, { shows_names: true });
  await attackCity(foe, ann);
  await write(foe, { id: await userIdOf(game, ann) }, 'The secret of the mine');
  await sendDue();
  const texts = service.to(device).map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringContaining(`An army of Empire of ${foe.username} arrives at `),
    `It is from ${foe.username}.`,
  ]);
});

it('attacks of an empire that it calls off are one alarm, which counts them', async () => {
  const { ann, foe } = players;
  for (let count = 0; count < 3; count += 1) {
    await attackCity(foe, ann);
    await sendDue();
    await foe.send('POST', `/api/army/${foe.armyId}/recall`);
    // Home, and after the pause before the next attack on the same empire.
    await game.pass(3 * hourMs);
  }
  const pushed = service.to(device);
  expect(new Set(pushed.map(({ tag }) => tag)).size).toBe(1);
  expect(pushed.map(({ text }) => text.replace(/^It arrives at \d\d:\d\d UTC\./, ''))).toEqual([
    '',
    ' The same empire called off 1 attack in the 24 hours before.',
    ' The same empire called off 2 attacks in the 24 hours before.',
  ]);
  // They are over after a day.
  await game.pass(24 * hourMs);
  const battleId = await attackCity(foe, ann);
  await sendDue();
  expect(service.to(device).at(-1)).toMatchObject({
    tag: `battle-${battleId}`,
    text: expect.stringMatching(/UTC\.$/) as unknown,
  });
});

it('a storage is announced when it becomes full, without any request, and once', async () => {
  const { ann } = players;
  await wantAll(ann);
  await sendDue();
  // The session of the browser lasts 30 days.
  game.clock.advance(29 * 24 * hourMs);
  await game.instance.alarms.catchUp();
  const titles = service.to(device).map(({ title }) => title);
  expect(titles).toContain('Your storage of gold is full');
  await sendDue();
  expect(service.to(device)).toHaveLength(titles.length);
});

it('several alarms of a kind become one push', async () => {
  const { ann, foe } = players;
  const row = `INSERT INTO battles (id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at,
    contact_at, seed) SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'city', $3, $4, $5, $6, $6::bigint + 3600000, ''
    FROM generate_series(1, 4)`;
  await game.query(row, foe.empireId, ann.empireId, ann.capitalId, ann.tile.x, ann.tile.y, game.clock.now());
  await sendDue();
  expect(service.to(device)).toEqual([
    { title: '4 attacks on you', text: '', tag: 'many-attack', path: '/dashboard' },
  ]);
  await game.query('DELETE FROM battles WHERE defender_id = $1', ann.empireId);
});

it.each([404, 410])('a browser that no longer exists is removed (%i)', async (code) => {
  service.answers.set(device, status(code));
  await attackCity(players.foe, players.ann);
  await sendDue();
  expect(await devicesOf(players.ann)).toEqual([]);
});

it('a push that is too large comes again without its text', async () => {
  service.answers.set(device, (response) => status(service.to(device).length > 1 ? 201 : 413)(response));
  await attackCity(players.foe, players.ann);
  await sendDue();
  expect(service.to(device).map(({ text }) => text === '')).toEqual([false, true]);
  await sendDue();
  expect(service.to(device)).toHaveLength(2);
});

it('a service that wants a pause gets it; then the alarm comes', async () => {
  service.answers.set(device, status(429, { 'retry-after': '600' }));
  await write(players.foe, { id: await userIdOf(game, players.ann) }, 'Hello');
  await sendDue();
  game.clock.advance(600_000 - 1);
  await sendDue();
  expect(service.to(device)).toHaveLength(1);
  service.answers.delete(device);
  game.clock.advance(1);
  await sendDue();
  await sendDue();
  expect(service.to(device)).toHaveLength(2);
});

it.each([
  ['answers 500', status(500)],
  ['redirects', status(302, { location: 'http://127.0.0.1:9/' })],
  ['never answers', silent],
])('a service that %s is tried again with growing pauses', async (_, answer) => {
  service.answers.set(device, answer);
  await attackCity(players.foe, players.ann);
  await sendDue();
  const pauses = [];
  for (let attempt = 1; attempt <= 2; attempt++) {
    const [row] = await game.query<{ held_until: number }>(
      'SELECT held_until FROM alarm_channels WHERE endpoint LIKE $1',
      `%/${device}`,
    );
    pauses.push((row?.held_until ?? 0) - game.clock.now());
    game.clock.set(row?.held_until ?? 0);
    await sendDue();
  }
  expect(pauses).toEqual([15_000, 30_000]);
  expect(service.to(device)).toHaveLength(3);
  expect((await devicesOf(players.ann))[0]?.failing_since).not.toBeNull();
});

it('a browser that failed for 24 hours is removed', async () => {
  service.answers.set(device, status(500));
  await write(players.foe, { id: await userIdOf(game, players.ann) }, 'Hello');
  await sendDue();
  game.clock.advance(24 * hourMs - 1);
  await sendDue();
  expect(await devicesOf(players.ann)).toHaveLength(1);
  game.clock.advance(2 * hourMs);
  await sendDue();
  expect(await devicesOf(players.ann)).toEqual([]);
});
