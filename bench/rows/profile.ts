/** Where the CPU time of the server goes: by owner, for reads, orders and due work. Not compared with anything. */
import { withServers, type Row } from '../context.ts';
import { inspectorOption } from '../harness/inspector.ts';
import { load } from '../harness/load.ts';
import { profile } from '../harness/profile.ts';
import type { Line } from '../harness/report.ts';
import { withClient } from '../worlds/cluster.ts';
import { countTrained, planTraining, waitForCount } from '../worlds/due.ts';
import { playersOf } from '../worlds/ids.ts';
import { ordersOf } from './order.ts';

const dueCount = 5_000;
const playerCount = 2_000;
const shown = 12;

export const profiles: Row = {
  name: 'profile',
  isLarge: false,
  run: (context) => {
    const { startProduct, small, loadOptions } = context;
    return withServers({ product: startProduct(small, { node: [inspectorOption] }) }, async ({ product }) => {
      const reads = playersOf(small.empires, playerCount).map(({ empireId, bearer }) => ({
        ...{ method: 'GET' as const, path: `/api/empire/${empireId}`, headers: bearer },
      }));
      const works = {
        'a read': () => load(product, reads, loadOptions),
        'an order': () => load(product, ordersOf(context), loadOptions),
        'a due empire': () =>
          withClient(small.url, async (client) => {
            const at = Date.now();
            await planTraining(client, dueCount, at);
            await waitForCount(client, countTrained(at), dueCount);
          }),
      };
      await load(product, reads, loadOptions);
      const lines: Line[] = [];
      for (const [name, work] of Object.entries(works)) {
        const shares = await profile(product, work);
        const text = shares
          .slice(0, shown)
          .map(({ owner, share }) => `${owner} ${(100 * share).toFixed(0)} %`)
          .join(', ');
        lines.push({ what: `${name}: time of Node by owner`, ours: text });
      }
      return lines;
    });
  },
};
