/** The map page: bytes over the wire, blocks read, time. */
import { get } from 'node:http';
import { withServers, type Row } from '../context.ts';
import { load } from '../harness/load.ts';
import { formatNumber } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import { median } from '../harness/stats.ts';
import { countBlocks } from '../worlds/blocks.ts';
import { playersOf } from '../worlds/ids.ts';
import { medianCpu, medianMs } from './compare.ts';

const playerCount = 50;

/** The length of the body of a page, as it was sent. */
function readLength(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      let length = 0;
      response.on('data', (chunk: Buffer) => (length += chunk.length));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(length);
        else reject(new Error(`${url} has the status ${String(response.statusCode)}`));
      });
    }).on('error', reject);
  });
}

export const map: Row = {
  name: 'map',
  isLarge: true,
  run: ({ cluster, startProduct, small, large, rounds, loadOptions }) => {
    const world = large ?? small;
    return withServers({ product: startProduct(world) }, async ({ product }) => {
      const players = playersOf(world.empires, playerCount);
      const headersOf = (index: number): Record<string, string> => ({
        ...(players[index]?.cookie ?? {}),
        'accept-encoding': 'br',
      });
      const lengths: number[] = [];
      const blocks = await countBlocks(cluster, world.url, async () => {
        for (const index of players.keys())
          lengths.push(await readLength(`${product.url}/map`, headersOf(index)));
      });
      const plain = await readLength(`${product.url}/map`, players[0]?.cookie ?? {});
      const requests = [...players.keys()].map((index) => ({
        ...{ method: 'GET' as const, path: '/map', headers: headersOf(index) },
      }));
      const { pages } = await interleave(rounds, {
        pages: () => load(product, requests, { ...loadOptions, connections: 1 }),
      });
      const kilobytes = median(lengths) / 1000;
      const blocksEach = blocks / players.length;
      const what = `GET /map, ${world.empires.toLocaleString('en')} empires`;
      return [
        {
          what,
          ours: `${formatNumber(kilobytes)} kB by brotli, ${formatNumber(plain / 1000)} kB without`,
          target: 'mapBytes',
          value: kilobytes,
        },
        { what, ours: `${formatNumber(blocksEach)} blocks`, target: 'mapBlocks', value: blocksEach },
        { what, ours: `${formatNumber(medianMs(pages, 'p50Ms'))} ms, one reader`, cpu: medianCpu(pages) },
      ];
    });
  },
};
