/** What a cleaning run reads while all empires are idle. It must not grow with the world. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Row } from '../context.ts';
import { formatNumber } from '../harness/report.ts';
import { countBlocks } from '../worlds/blocks.ts';
import type { World } from '../worlds/world.ts';

const preload = join(import.meta.dirname, '../harness/postponed.mjs');

async function countCleaning({ cluster, startProduct }: Context, world: World): Promise<number> {
  const server = await startProduct(world, { node: ['--import', preload] });
  try {
    const clean = async (): Promise<void> => {
      server.child.send('run');
      await delay(500);
    };
    // The first run deletes what is old; the second has nothing to do. Counting waits until a run is over.
    await countBlocks(cluster, world.url, clean);
    return await countBlocks(cluster, world.url, clean);
  } finally {
    await server.stop();
  }
}

export const cleaning: Row = {
  name: 'cleaning',
  isLarge: true,
  run: async (context) => {
    const { small, large } = context;
    const blocks = await countCleaning(context, small);
    const largeBlocks = large === null ? null : await countCleaning(context, large);
    return [
      {
        what: 'cleaning run, idle empires: blocks of tables read',
        ours: formatNumber(largeBlocks ?? blocks),
        peer: largeBlocks === null ? '' : `20,000 empires ${formatNumber(blocks)}`,
        ...{ target: 'cleaning', value: largeBlocks ?? blocks },
      },
    ];
  },
};
