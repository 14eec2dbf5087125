/** The bare route, beside node:http and stock Express. */
import { withServers, type Row } from '../context.ts';
import { load } from '../harness/load.ts';
import type { Server } from '../harness/processes.ts';
import { interleave } from '../harness/rounds.ts';
import { compareRates } from './compare.ts';

export const bare: Row = {
  name: 'bare',
  isLarge: false,
  run: ({ startProduct, startPeer, small, rounds, loadOptions }) =>
    withServers(
      {
        product: startProduct(small),
        node: startPeer('node-http.mjs'),
        express: startPeer('express.mjs'),
      },
      async (servers) => {
        const measure = (server: Server) => () =>
          load(server, [{ method: 'GET', path: '/healthz' }], loadOptions);
        const { product, node, express } = await interleave(
          rounds,
          {
            product: measure(servers.product),
            node: measure(servers.node),
            express: measure(servers.express),
          },
          true,
        );
        const what = 'bare route (/healthz)';
        return [
          compareRates(what, product, 'node:http', node, 'bareNode'),
          compareRates(what, product, 'stock Express', express, 'bareExpress'),
        ];
      },
    ),
};
