/** The start of a server with overdue work: until it listens, until its first answer, until it has caught up. */
import type { Context, Row } from '../context.ts';
import { startListening, waitUntilReady } from '../harness/product.ts';
import { formatNumber, type Line } from '../harness/report.ts';
import { withClient } from '../worlds/cluster.ts';
import { countTrained, planTraining, waitForCount } from '../worlds/due.ts';
import { playersOf } from '../worlds/ids.ts';
import type { World } from '../worlds/world.ts';

const overdueMs = 600_000;

async function measureStart({ dist }: Context, world: World, overdue: number): Promise<Line[]> {
  const at = Date.now() - overdueMs;
  await withClient(world.url, (client) => planTraining(client, overdue, at));
  const since = performance.now();
  const seconds = (): number => (performance.now() - since) / 1000;
  const server = await startListening({ dist, world });
  try {
    const listening = seconds();
    const [player] = playersOf(world.empires, 1);
    await fetch(`${server.url}/api/empire/${player?.empireId ?? ''}`, { headers: player?.bearer ?? {} });
    const answered = seconds();
    await waitUntilReady(server);
    const caughtUp = seconds();
    await withClient(world.url, (client) => waitForCount(client, countTrained(at), overdue, 1_000));
    const what = `start of ${world.empires.toLocaleString('en')} empires, ${overdue.toLocaleString('en')} overdue`;
    const answerMs = (answered - listening) * 1000;
    return [
      {
        what: `${what}: caught up`,
        ours: `${formatNumber(caughtUp)} s after the start`,
        ...(overdue === 100_000 ? { target: 'startCaughtUp', value: caughtUp } : {}),
      },
      {
        what: `${what}: first answer`,
        ours: `listens after ${formatNumber(listening)} s, answers ${formatNumber(answerMs)} ms later`,
      },
    ];
  } finally {
    await server.stop();
  }
}

export const start: Row = {
  name: 'start',
  isLarge: true,
  run: async (context) => {
    const { large, small, isQuick } = context;
    const lines = await measureStart(context, small, isQuick ? 5_000 : 20_000);
    return large === null ? lines : [...lines, ...(await measureStart(context, large, 100_000))];
  },
};
