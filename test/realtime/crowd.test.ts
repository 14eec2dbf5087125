/** Clients that come at the same time share statements, and one of them cannot make the others fail. */
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { createSocketQueries, type SocketQueries, claimConnections } from '../../src/realtime/queries.ts';
import { useTestGame, type Player, type Ruler } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { recordFlights } from '../support/statements.ts';
import { the } from '../support/worlds.ts';

const count = 20;

interface Member extends Ruler {
  userId: string;
  sessionId: string;
}

const game = useTestGame();
let queries: SocketQueries;
let crowd: Member[];
beforeAll(async () => {
  queries = createSocketQueries(game.instance.services);
  crowd = [];
  for (let number = 0; number < count; number++) {
    const ruler = await createEmpire(game);
    crowd.push({ ...ruler, ...(await idsOf(ruler)) });
  }
});

async function idsOf({ token }: Player): Promise<{ userId: string; sessionId: string }> {
  const rows = await game.query<{ userId: string; sessionId: string }>(
    'SELECT id AS "sessionId", user_id AS "userId" FROM sessions WHERE sid = $1',
    token,
  );
  return the(rows[0]);
}

it('claims in one statement', async () => {
  const recorder = recordFlights(game.instance.pool);
  const claims = await Promise.all(
    crowd.map(({ sessionId }) =>
      queries.claimConnection({ sessionId, seenAt: Date.now() }, `of ${sessionId}`),
    ),
  );
  expect(claims).toEqual(crowd.map(({ empireId }) => ({ empireId, isNewest: true })));
  expect(recorder.take().flat()).toEqual(['upsertActiveConnections']);
});

it('joins in one statement, each client with its own entries', async () => {
  const recorder = recordFlights(game.instance.pool);
  const joins = await Promise.all(
    crowd.map(({ userId, empireId }, index) =>
      queries.readJoin(userId, empireId, index % 2 === 0 ? 0 : null),
    ),
  );
  expect(recorder.take().flat()).toEqual(['selectJoins']);
  expect(joins.map(({ last, hasBattles }) => [last, hasBattles])).toEqual(Array(count).fill([1, false]));
  for (const [index, { events }] of joins.entries()) {
    expect(events.map(({ number }) => number)).toEqual(index % 2 === 0 ? [1] : []);
  }
});

it('refuses only the clients that ask for something wrong', async () => {
  const [ann, bob, eve] = crowd.slice(0, 3).map(the);
  const asked = [
    queries.readJoin(the(ann).userId, the(bob).empireId, 0),
    queries.readJoin(the(bob).userId, the(bob).empireId, 99),
    queries.readJoin(the(eve).userId, the(eve).empireId, 0),
    ...crowd.slice(3).map(({ userId, empireId }) => queries.readJoin(userId, empireId, 0)),
  ];
  const results = await Promise.allSettled(asked);
  expect(results.slice(0, 2)).toMatchObject([
    { status: 'rejected', reason: { code: 'FORBIDDEN' } },
    { status: 'rejected', reason: { code: 'VALIDATION_ERROR' } },
  ]);
  expect(results.slice(2).map(({ status }) => status)).toEqual(Array(count - 2).fill('fulfilled'));
});

it('claims for all others when a user is deleted meanwhile', async () => {
  const gone = await createPlayer(game);
  const { sessionId } = await idsOf(gone);
  const holder = new pg.Client(game.databaseUrl);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('DELETE FROM users WHERE username = $1', [gone.username]);
  const ids = [the(crowd[0]).sessionId, sessionId, the(crowd[1]).sessionId];
  const claims = ids.map((id) => ({ sessionId: id, socketId: `new of ${id}`, arrivedAt: Date.now() }));
  const claimed = claimConnections(game.instance.pool, claims);
  await expect
    .poll(async () => (await holder.query(`SELECT FROM pg_locks WHERE NOT granted`)).rowCount)
    .toBeGreaterThan(0);
  await holder.query('COMMIT');
  await holder.end();
  expect((await claimed).map((claim) => claim?.isNewest ?? null)).toEqual([true, null, true]);
});
