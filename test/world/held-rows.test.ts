/** What waits for a row that another transaction holds, and what passes over it. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { deleteDueAccounts } from '../../src/account/deletion.ts';
import { createSecurityLog } from '../../src/http/security/security-log.ts';
import { Browser } from '../pages/browser.ts';
import { captureLog } from '../support/capture-log.ts';
import { foundAlliance } from '../support/alliances.ts';
import { begin } from '../support/database.ts';
import { useTestGame } from '../support/game.ts';
import {
  attackCity,
  createEmpire,
  createNeighbours,
  createPlayer,
  expireSession,
  userIdOf,
} from '../support/players.ts';
import { recallArmy } from '../support/requests.ts';
import { expose } from '../support/set-state.ts';
import { countWaiting } from './stage.ts';

const game = useTestGame();

/** Resolves when connections wait for a lock. */
async function untilBlocked(): Promise<'waits'> {
  while ((await countWaiting(game.instance)) === 0) await delay(5);
  return 'waits';
}

describe('an act of a moderator', () => {
  it.each([
    ['loses the role', `UPDATE users SET role = 'player' WHERE id = $1`],
    ['is deactivated', 'UPDATE users SET is_active = false WHERE id = $1'],
  ])('that waits is refused when the moderator %s', async (_what, change) => {
    const [ann, moderator] = [await createPlayer(game), await createPlayer(game)];
    const id = await userIdOf(game, moderator);
    await game.query(`UPDATE users SET role = 'moderator' WHERE id = $1`, id);
    const open = await begin(game.instance.pool, change, [id]);
    const fields = { user: ann.username, hours: '24', reason: 'a test' };
    const acting = new Browser(game, moderator.cookie).sendForm('/admin/act/users-mute', fields);
    const done = await Promise.race([acting, untilBlocked()]);
    await open.commit();
    expect(done).toBe('waits');
    expect((await acting).status).not.toBe(302);
    expect(await game.query('SELECT muted_until FROM users WHERE username = $1', ann.username)).toEqual([
      { muted_until: null },
    ]);
  });
});

describe('the deletion of accounts', () => {
  const kept = captureLog('info');
  const deleteDue = async (): Promise<unknown[]> => {
    const { services } = game.instance;
    const security = createSecurityLog('secret', kept.log, services.metrics);
    const before = kept.lines().length;
    await deleteDueAccounts({ ...services, log: kept.log, security }, game.clock.now());
    return kept
      .lines()
      .slice(before)
      .flatMap(({ accountId }) => [accountId]);
  };
  const createDue = async (): Promise<string> => {
    const id = await userIdOf(game, await createPlayer(game));
    await game.query(`UPDATE users SET deletion_at = '2000-01-01' WHERE id = $1`, id);
    return id;
  };

  it('neither waits for a login that takes it back, nor deletes its account', async () => {
    const [returning, other] = [await createDue(), await createDue()];
    const login = 'UPDATE users SET deletion_at = NULL WHERE id = $1';
    const open = await begin(game.instance.pool, login, [returning]);
    const done = await Promise.race([deleteDue(), untilBlocked()]);
    await open.commit();
    expect(done).toEqual([other]);
  });
});

describe('a recall', () => {
  it('does not wait for the deletion of the empire that was attacked', async () => {
    const [ann, bob] = await createNeighbours(game, 40);
    await expose(game, bob.empireId);
    await attackCity(ann, bob);
    const lock = 'SELECT FROM empires WHERE id = $1 FOR UPDATE';
    const open = await begin(game.instance.pool, lock, [bob.empireId]);
    const done = await Promise.race([recallArmy(ann), untilBlocked()]);
    await open.rollBack();
    expect(done).toMatchObject({ status: 200 });
  });
});

describe('a change', () => {
  it('that waits until its session is past its time is refused', async () => {
    const ann = await createEmpire(game);
    const id = await foundAlliance(ann);
    await expireSession(game, ann, game.clock.now() + 60_000);
    const open = await begin(game.instance.pool, 'SELECT FROM alliances WHERE id = $1 FOR UPDATE', [id]);
    const changing = ann.send('PUT', `/api/alliance/${id}`, { description: 'late' });
    await Promise.race([changing, untilBlocked()]);
    game.clock.advance(60_000);
    await open.commit();
    expect((await changing).status).toBe(401);
    expect(await game.query('SELECT description FROM alliances WHERE id = $1', id)).toEqual([
      { description: null },
    ]);
  });
});
