/** What one instance changes, the other shows at once, also if it has cached what was there before. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EmpireView } from '../../src/contract/empire.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { begin } from '../support/database.ts';
import { requestsOf, sendAnonymously, useTwoInstances, type Ruler } from '../support/game.ts';
import { readThread, createWriter, textsOf, write, type Writer } from '../support/messages.ts';
import { attackCity } from '../support/players.ts';
import { expose } from '../support/set-state.ts';
import { join } from '../support/sockets.ts';
import { countWaiting } from './stage.ts';

const games = useTwoInstances();
const [first, second] = games;
let ann: Writer;
let bob: Writer;

beforeEach(async () => {
  first.clock.advance(2 * 60_000);
  [ann, bob] = [await createWriter(first), await createWriter(first)];
});

it('a revoked link to a battle opens it on no instance', async () => {
  await expose(first, bob.empireId);
  const path = `/api/battle/${await attackCity(ann, bob)}`;
  await ann.send('POST', `/api/army/${ann.armyId}/recall`);
  const { token } = (await ann.send<{ share: { token: string } }>('POST', `${path}/share`)).body.share;
  const statuses: number[] = [];
  const open = async (): Promise<number> =>
    statuses.push((await sendAnonymously(second.url, 'GET', `${path}?share=${token}`)).status);
  await open();
  await ann.send('DELETE', `${path}/share`);
  await open();
  expect(statuses).toEqual([200, 403]);
});

describe('an alliance', () => {
  let id: string;
  beforeEach(async () => {
    id = await foundAlliance(ann);
    await enlist(ann, id, bob);
  });

  it('that is dissolved has no member any more', async () => {
    const allianceOf = async (by: Ruler) =>
      (await requestsOf(second.url, by.token).read<EmpireView>(`/api/empire/${by.empireId}`)).alliance?.id ??
      null;
    // Twice, so that the other instance has cached them.
    for (let reads = 0; reads < 2; reads += 1)
      expect([await allianceOf(ann), await allianceOf(bob)]).toEqual([id, id]);
    await ann.send('DELETE', `/api/alliance/${id}`);
    expect([await allianceOf(ann), await allianceOf(bob)]).toEqual([null, null]);
  });

  it('has changed when members hear of it', async () => {
    const { pool } = first.instance;
    await pool.query(`CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$`);
    await pool.query(`CREATE CONSTRAINT TRIGGER role_waits AFTER UPDATE OF alliance_role ON empires
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`);
    const live = await join(second.url, bob);
    const open = await begin(pool, 'SELECT pg_advisory_xact_lock(1)');
    const changed = ann.send('PUT', `/api/alliance/${id}/member/${bob.empireId}`, { role: 'officer' });
    try {
      while ((await countWaiting(first.instance)) === 0) await delay(5);
      // A later notification to the same client arrives after all earlier ones.
      await write(ann, bob, 'Greetings');
      await live.take('message');
      expect(live.received.map(({ name }) => name)).not.toContain('alliance_update');
    } finally {
      await open.commit();
    }
    await live.take('alliance_update');
    await changed;
    await pool.query('DROP TRIGGER role_waits ON empires');
    live.close();
  });
});

describe('a message that is sent three times at once with the same key', () => {
  const sendThrice = (path: string, body: object) => {
    const headers = { authorization: `Bearer ${ann.token}`, 'idempotency-key': randomUUID() };
    return Promise.all(
      [first, second, first].map(({ url }) =>
        sendAnonymously<{ message: { number: number } }>(url, 'POST', path, body, headers),
      ),
    );
  };

  it('is in its thread once', async () => {
    const { thread_id: thread } = (await write(ann, bob, 'Greetings')).body;
    const answers = await sendThrice(`/api/thread/${thread}/messages`, { text: 'Peace?' });
    expect(answers.map(({ status, body }) => [status, body.message.number])).toEqual(Array(3).fill([201, 2]));
    expect(textsOf(await readThread(bob, thread))).toEqual(['Greetings', 'Peace?']);
  });

  it('is in the chat of its alliance once', async () => {
    const path = `/api/alliance/${await foundAlliance(ann)}/messages`;
    const answers = await sendThrice(path, { text: 'Hoot' });
    expect(answers.map(({ status, body }) => [status, body.message.number])).toEqual(Array(3).fill([201, 1]));
    const { messages } = (await ann.send<{ messages: object[] }>('GET', path)).body;
    expect(messages).toHaveLength(1);
  });
});
