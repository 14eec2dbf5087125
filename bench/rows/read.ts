/** GET /api/empire/:id with both kinds of credentials, beside one prepared SELECT and the tutorial application. */
import { withServers, type Context, type Row } from '../context.ts';
import { load, type Request } from '../harness/load.ts';
import type { Server } from '../harness/processes.ts';
import { interleave } from '../harness/rounds.ts';
import { withClient } from '../worlds/cluster.ts';
import { cookieOf, playersOf, type Player } from '../worlds/ids.ts';
import { compareRates } from './compare.ts';

const playerCount = 2_000;

/** Stores an answer of the product for every player, so that the peer selects rows of the same size. */
async function storeAnswers(
  { peersUrl }: Context,
  { url }: Server,
  players: readonly Player[],
): Promise<void> {
  const answers: { id: string; body: string }[] = [];
  for (const { empireId, bearer } of players.slice(0, 50)) {
    const response = await fetch(`${url}/api/empire/${empireId}`, { headers: bearer });
    answers.push({ id: empireId, body: await response.text() });
  }
  const bodies = players.map(({ empireId }, index) => ({
    id: empireId,
    body: answers[index % answers.length]?.body ?? '',
  }));
  await withClient(peersUrl, async (client) => {
    await client.query('TRUNCATE answers');
    await client.query('INSERT INTO answers SELECT * FROM json_populate_recordset(NULL::answers, $1)', [
      JSON.stringify(bodies),
    ]);
    await client.query('VACUUM ANALYZE answers');
  });
}

/** Requests of the tutorial application: its sessions are named `session1` to `session20000`. */
export const tutorialCookie = (index: number): Record<string, string> => ({
  cookie: cookieOf('connect.sid', `session${index + 1}`),
});

export const read: Row = {
  name: 'read',
  isLarge: false,
  run: (context) => {
    const { startProduct, startPeer, small, rounds, loadOptions } = context;
    return withServers(
      {
        product: startProduct(small),
        select: startPeer('node-select.mjs'),
        tutorial: startPeer('tutorial.mjs'),
      },
      async (servers) => {
        const players = playersOf(small.empires, playerCount);
        await storeAnswers(context, servers.product, players);
        const measure = (
          server: Server,
          toRequest: (player: Player, index: number) => Omit<Request, 'method'>,
        ) => {
          const requests = players.map((player, index) => ({
            method: 'GET' as const,
            ...toRequest(player, index),
          }));
          return () => load(server, requests, loadOptions);
        };
        const results = await interleave(
          rounds,
          {
            bearer: measure(servers.product, ({ empireId, bearer }) => ({
              path: `/api/empire/${empireId}`,
              headers: bearer,
            })),
            select: measure(servers.select, ({ empireId }) => ({ path: `/answers/${empireId}` })),
            cookie: measure(servers.product, ({ empireId, cookie }) => ({
              path: `/api/empire/${empireId}`,
              headers: cookie,
            })),
            tutorial: measure(servers.tutorial, (_player, index) => ({
              path: '/api/empire',
              headers: tutorialCookie(index),
            })),
          },
          true,
        );
        return (['bearer', 'cookie'] as const).flatMap((credential) => {
          const [name, target] =
            credential === 'bearer'
              ? (['Bearer', 'readBearer'] as const)
              : (['cookie', 'readCookie'] as const);
          const what = `GET /api/empire/:id, ${name}`;
          return [
            {
              ...compareRates(what, results[credential], 'node:http + SELECT', results.select, target),
              operation: 'read' as const,
            },
            compareRates(what, results[credential], 'tutorial', results.tutorial, 'readTutorial'),
          ];
        });
      },
    );
  },
};
