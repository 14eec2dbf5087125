/** Commands that look for players with several accounts. */
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/admin.ts';
import { enrich, expose, plantSeat, setUnits } from '../support/set-state.ts';
import { registerPlayer, useTestGame, type Ruler } from '../support/game.ts';
import {
  attackCity,
  createNeighbours,
  removeVillages,
  createPlayer,
  createEmpire,
  userIdOf,
} from '../support/players.ts';

const hourMs = 3_600_000;
const game = useTestGame();

const { run, ask } = commandsOf(game);

describe('watch addresses', () => {
  interface Shared {
    addresses: { address_hash: string; accounts: number; usernames: string[] }[];
  }

  it('lists the accounts that logged in from one address, as a hash', async () => {
    expect((await run('watch', 'addresses')).out).toBe('No shared addresses.');
    const players = [await registerPlayer(game.url), await registerPlayer(game.url)];
    await createPlayer(game);
    const { addresses } = await ask<Shared>('watch', 'addresses');
    expect(addresses).toEqual([
      {
        address_hash: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        accounts: 2,
        usernames: players.map(({ username }) => username).reverse(),
        last_login: expect.any(String) as string,
      },
    ]);
    expect((await run('watch', 'addresses')).out).not.toContain('127.0.0.1');
  });

  it('can be asked about one account', async () => {
    const [shared] = (await ask<Shared>('watch', 'addresses')).addresses;
    const alone = await createPlayer(game);
    expect((await ask<Shared>('watch', 'addresses', '--user', alone.username)).addresses).toEqual([]);
    const of = await ask<Shared>('watch', 'addresses', '--user', shared?.usernames[0] ?? '');
    expect(of.addresses).toEqual([shared]);
    expect((await run('watch', 'addresses', '--user', 'nobody at all')).code).toBe(1);
  });
});

it('watch seats lists pairs that took a seat from each other, and whether they share an address', async () => {
  const [ann, bob] = [await createEmpire(game, { x: 0, y: 0 }), await createEmpire(game, { x: 0, y: 8 })];
  await removeVillages(game);
  await Promise.all([ann, bob].map(({ empireId }) => expose(game, empireId)));
  const tile = { x: 4, y: 4 };
  const heldSince = game.clock.now() - 100 * hourMs;
  await plantSeat(game, { number: 500, tile, holderId: bob.empireId, heldSince });
  const take = async (ruler: Ruler): Promise<void> => {
    await setUnits(game, ruler.armyId, { soldiers: 900 });
    const rows = await game.query<{ id: string }>('SELECT id FROM seats WHERE number = 500');
    const order = { army_id: ruler.armyId, target_type: 'seat', target_id: rows[0]?.id };
    const { status } = await ruler.send('POST', '/api/battle', order);
    expect(status).toBe(201);
    await game.pass(72 * hourMs);
  };
  await take(ann);
  expect((await run('watch', 'seats')).out).toBe('No seat went to and fro.');
  await take(bob);
  const { pairs } = await ask<{ pairs: object[] }>('watch', 'seats');
  expect(pairs).toMatchObject([{ seat_number: 500, changes: 2, share_address: false }]);
  const ids = [await userIdOf(game, ann), await userIdOf(game, bob)];
  await game.query(`INSERT INTO login_addresses SELECT id, 'same', now() FROM unnest($1::uuid[]) AS id`, ids);
  const { out } = await run('watch', 'seats');
  expect(out).toMatch(/^seat +changes/);
  for (const { username } of [ann, bob]) expect(out).toContain(`(${username})`);
  expect(out).toMatch(/yes$/m);
});

it('watch plunder lists what players took from each other within 30 days, and whether they share an address', async () => {
  const [ann, bob] = await createNeighbours(game, 6);
  const of = (...args: string[]) => ask<{ plunder: Record<string, unknown>[] }>('watch', 'plunder', ...args);
  expect((await of('--user', ann.username)).plunder).toEqual([]);
  await Promise.all([ann, bob].map(({ empireId }) => expose(game, empireId)));
  await setUnits(game, ann.armyId, { soldiers: 900 });
  // Empires younger than a day cannot be plundered.
  await game.query(
    'UPDATE empires SET created_at = created_at - $2::bigint WHERE id = $1',
    bob.empireId,
    48 * hourMs,
  );
  await enrich(game, bob.empireId);
  await attackCity(ann, bob);
  await game.pass(12 * hourMs);
  for (const { username } of [ann, bob]) {
    const { plunder } = await of('--user', username);
    const pair = { from_player: bob.username, to_player: ann.username, battles: 1, share_address: false };
    expect(plunder).toMatchObject([pair]);
    expect(plunder[0]?.gold).toBeGreaterThan(0);
  }
  const ids = [await userIdOf(game, ann), await userIdOf(game, bob)];
  await game.query(`INSERT INTO login_addresses SELECT id, 'one', now() FROM unnest($1::uuid[]) AS id`, ids);
  expect((await of()).plunder).toMatchObject([{ share_address: true }]);
  // A raid of a bot says nothing about persons.
  await game.query('UPDATE users SET is_bot = true WHERE id = $1', ids[0]);
  expect((await run('watch', 'plunder')).out).toBe('No player took anything from another.');
  await game.query('UPDATE users SET is_bot = false WHERE id = $1', ids[0]);
  const [{ end } = { end: 0 }] = await game.query<{ end: number }>(
    'SELECT max(ends_at)::float8 AS end FROM battles WHERE attacker_id = $1',
    ann.empireId,
  );
  game.clock.advance(end + 30 * 24 * hourMs - 1 - game.clock.now());
  expect((await of()).plunder).toHaveLength(1);
  game.clock.advance(1);
  expect((await of()).plunder).toEqual([]);
});
