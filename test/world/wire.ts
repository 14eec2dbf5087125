/** A wire between the service and its Postgres that a test can cut, or make deaf to answers, at a chosen word. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Wire {
  /** The address of the database through this wire. */
  url: string;
  /**
   * The next message to the database that contains `word` still goes through; its answer does not come back, and
   * the connection breaks. Resolves when it has.
   */
  cutAfter: (word: string) => Promise<void>;
  close: () => Promise<void>;
}

export async function openWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let word: string | null = null;
  let cut: () => void = () => undefined;
  const server = createServer((near) => {
    const far = connect(Number(target.port === '' ? 5432 : target.port), target.hostname);
    let isDeaf = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (bytes) => {
      if (word !== null && bytes.includes(word)) {
        word = null;
        isDeaf = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!isDeaf) near.write(bytes);
      // Z T: ready for query, outside a transaction: what was sent has been carried out.
      else if (bytes.includes(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]))) {
        near.destroy();
        far.destroy();
        cut();
      }
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = Object.assign(new URL(databaseUrl), {
    hostname: '127.0.0.1',
    port: String((server.address() as AddressInfo).port),
  }).href;
  return {
    url,
    cutAfter: (given) => {
      word = given;
      return new Promise((resolve) => {
        cut = resolve;
      });
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
