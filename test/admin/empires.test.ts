/** Commands about empires while servers run: a deleted empire leaves nothing behind. */
import { afterEach, describe, expect, it } from 'vitest';
import { commandsOf } from '../support/admin.ts';
import { requestsOf, startSecond, useTestGame, type Ruler, useNew } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { plantSeat } from '../support/set-state.ts';
import { closeClients, join } from '../support/sockets.ts';

const hourMs = 3_600_000;

const game = useTestGame({ shared: true });
let place = 0;
const ann = useNew(() => createEmpire(game, { x: (place += 40) - 400, y: 0 }));
const bob = useNew(() => createEmpire(game, { x: place - 396, y: 3 }));
afterEach(closeClients);

const { run, runTyped, ask, readAudit } = commandsOf(game);

interface Entry {
  type: string;
  data: { reason?: string; opponent_name?: string };
}

async function logEntriesOf({ send, empireId }: Ruler): Promise<Entry[]> {
  return (await send<{ events: Entry[] }>('GET', `/api/empire/${empireId}/events`)).body.events;
}

it('empire show shows what the empire owns and its undecided battles, as JSON and as text', async () => {
  const battle = await attackCity(ann, bob);
  const { empire } = await ask<{ empire: object }>('empire', 'show', `Empire of ${ann.username}`);
  expect(empire).toMatchObject({
    id: ann.empireId,
    owner: ann.username,
    cities: [{ id: ann.capitalId }],
    armies: [{ id: ann.armyId, status: 'marching' }],
    undecided_battles: [{ id: battle }],
  });
  expect((await run('empire', 'show', ann.empireId)).out).toMatch(/undecided battle/);
});

it('an id finds the empire with this id, even if another empire has it as its name', async () => {
  await ann.send('PUT', `/api/empire/${ann.empireId}`, { name: bob.empireId });
  const shown = await Promise.all(
    [ann, bob].map(({ empireId }) => ask<{ empire: { id: string } }>('empire', 'show', empireId)),
  );
  expect(shown.map(({ empire }) => empire.id)).toEqual([ann.empireId, bob.empireId]);
});

describe('empire rename', () => {
  it('changes the name and notifies live clients', async () => {
    const client = await join(game.url, ann);
    const name = `Renamed ${place}`;
    await run('empire', 'rename', ann.empireId, name);
    await client.take('empire_update');
    const { body } = await ann.send<{ name: string }>('GET', `/api/empire/${ann.empireId}`);
    expect(body.name).toBe(name);
  });

  it('does not count as a command of the player', async () => {
    const commandAt = async (): Promise<unknown> =>
      (await ask<{ empire: { last_active_at: string } }>('empire', 'show', ann.empireId)).empire
        .last_active_at;
    const before = await commandAt();
    game.clock.advance(hourMs);
    await run('empire', 'rename', ann.empireId, `Later ${place}`);
    expect(await commandAt()).toBe(before);
  });

  it.each([
    ['a name that is taken', () => `empire OF ${bob.username}`, 1, 'The name is already taken'],
    ['a name that is too short', () => 'x', 2, 'The name must have at least 3 characters.'],
  ])('refuses %s', async (_what, nameOf, expected, sentence) => {
    const { code, err } = await run('empire', 'rename', ann.empireId, nameOf());
    expect([code, err]).toEqual([expected, sentence]);
  });
});

describe('city rename', () => {
  const cityOf = async (name: string): Promise<unknown> => {
    const path = `/api/empire/${ann.empireId}/cities`;
    const { body } = await ann.send<{ cities: { name: string }[] }>('GET', path);
    return body.cities.find((city) => city.name === name);
  };

  it.each([
    ['by name', () => 'CAPITAL'],
    ['by id', () => ann.capitalId],
  ])('changes the name of a city that is found %s, and tells live clients', async (_how, cityText) => {
    const client = await join(game.url, ann);
    const { code, out } = await run('city', 'rename', ann.empireId, cityText(), 'New Larisa');
    expect([code, out]).toEqual([0, 'Capital is now called New Larisa.']);
    const { event } = await client.take('empire_event', (sent) => sent.event.type === 'city_renamed');
    expect(event.data).toEqual({
      city_id: ann.capitalId,
      city_name: 'New Larisa',
      former_name: 'Capital',
    });
    expect(await cityOf('New Larisa')).toBeDefined();
    expect((await readAudit())[0]).toMatchObject({
      command: 'city rename',
      target: `Capital (${ann.capitalId})`,
      details: { after: 'New Larisa' },
    });
  });

  it.each([
    [
      'a city that the empire does not have',
      'Nowhere',
      'Larisa',
      1,
      / has no city with the name or id "Nowhere"/,
    ],
    ['a name that is too long', 'Capital', 'x'.repeat(60), 2, /^The name must have at most/],
  ])('refuses %s', async (_what, city, name, code, sentence) => {
    const refused = { code, err: expect.stringMatching(sentence) as string };
    expect(await run('city', 'rename', ann.empireId, city, name)).toMatchObject(refused);
  });
});

describe('empire delete', () => {
  const remove = (ruler: Ruler) => run('empire', 'delete', ruler.empireId, '--yes');

  it('deletes the empire with all it owned; its owner may found another', async () => {
    const out = expect.stringContaining('may found another') as string;
    expect(await remove(ann)).toMatchObject({ code: 0, out });
    const founding = { name: `Second ${place}`, starting_location: ann.tile };
    expect((await ann.send('POST', '/api/empire', founding)).status).toBe(201);
  });

  it('calls off attacks on it: the army returns home', async () => {
    await attackCity(ann, bob);
    await game.pass(5 * 60_000);
    await remove(bob);
    expect(await ask('empire', 'show', ann.empireId)).toMatchObject({
      empire: { armies: [{ status: 'returning' }] },
    });
    expect((await logEntriesOf(ann)).at(-1)).toMatchObject({
      type: 'battle_called_off',
      data: { reason: 'target_gone', opponent_name: `Empire of ${bob.username}` },
    });
    await game.pass(hourMs);
  });

  it('calls off its own attacks: the defender receives the event', async () => {
    await attackCity(ann, bob);
    await remove(ann);
    expect((await logEntriesOf(bob)).at(-1)).toMatchObject({
      type: 'battle_called_off',
      data: { reason: 'army_gone' },
    });
  });

  it('deletes decided battles; the event log of the opponent keeps its entries', async () => {
    await attackCity(ann, bob);
    await game.pass(hourMs);
    await remove(ann);
    const { body } = await bob.send<{ battles: unknown[] }>('GET', `/api/battles?empire_id=${bob.empireId}`);
    expect(body.battles).toEqual([]);
    const types = (await logEntriesOf(bob)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['battle_start', 'battle_contact']));
    const page = await fetch(`${game.url}/reports`, { headers: { cookie: bob.cookie } });
    expect(page.status).toBe(200);
  });

  it('sends an error to live clients of its owner and removes them from its rooms', async () => {
    const client = await join(game.url, ann);
    await remove(ann);
    expect(await client.take('error')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.ask('join_empire', { empire_id: ann.empireId })).toMatchObject({ ok: false });
    expect(client.socket.connected).toBe(true);
  });

  it('returns its seats to their keepers, as they were at the start', async () => {
    const heldSince = game.clock.now();
    await plantSeat(game, { number: 0, tile: { x: 0, y: 0 }, holderId: ann.empireId, heldSince });
    await remove(ann);
    const seats = await game.query(
      `SELECT holder_id = keeper_id AS is_kept, held_since, e.seats FROM seats JOIN empires e ON e.id = keeper_id
       WHERE number = 0`,
    );
    const held = [expect.objectContaining({ number: 0, heldSince: null })];
    expect(seats).toEqual([{ is_kept: true, held_since: null, seats: held }]);
  });

  it('deletes the owner that replaced a deleted account, too', async () => {
    await run('users', 'delete', ann.username, '--yes');
    const owners = () => game.query('SELECT FROM users WHERE deleted_at IS NOT NULL');
    expect(await owners()).toHaveLength(1);
    await remove(ann);
    expect(await owners()).toEqual([]);
  });

  it('asks for the name as confirmation', async () => {
    const typed = (text: string) => runTyped(text, 'empire', 'delete', ann.empireId);
    expect((await typed('something')).code).toBe(1);
    expect((await typed(`Empire of ${ann.username}`)).code).toBe(0);
  });

  it('records the battles that were called off in the audit', async () => {
    await attackCity(ann, bob);
    await remove(bob);
    expect((await readAudit()).slice(0, 2)).toMatchObject([
      { command: 'empire delete', details: { owner: bob.username, battles_called_off: 1 } },
      { command: 'empire delete', details: { reason: 'target_gone' } },
    ]);
  });
});

it('while two servers run deletes empires with battles in both directions and leaves no violations', async () => {
  const second = await startSecond(game);
  const rulers: Ruler[] = [];
  for (let index = 0; index < 6; index++) rulers.push(await createEmpire(game, { x: 4 * index, y: 200 }));
  let isOver = false;
  let serverErrors = 0;
  const executeCommand = async (ruler: Ruler, index: number): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      const rival = rulers[(index + 1 + (turn % 5)) % 6] ?? ruler;
      const url = turn % 2 === 0 ? game.url : second.url;
      const orders: [string, unknown][] = [
        ['/api/battle', { army_id: ruler.armyId, target_type: 'city', target_id: rival.capitalId }],
        [`/api/army/${ruler.armyId}/recall`, {}],
        [`/api/city/${ruler.capitalId}/buildings`, { type: 'farm', quantity: 1 }],
      ];
      for (const [path, body] of orders) {
        const { status } = await requestsOf(url, ruler.token).send('POST', path, body);
        if (status >= 500) serverErrors += 1;
      }
    }
  };
  const playing = rulers.map(executeCommand);
  const codes: number[] = [];
  for (const ruler of rulers.slice(0, 3)) {
    await game.pass(30_000);
    codes.push((await run('empire', 'delete', ruler.empireId, '--yes')).code);
    await second.pass(30_000);
  }
  isOver = true;
  await Promise.all(playing);
  await game.pass(hourMs);
  await second.stop();
  expect([codes, serverErrors]).toEqual([[0, 0, 0], 0]);
});
