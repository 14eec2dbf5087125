/** A TCP proxy between the server and Postgres. A test can drop the answer to a chosen message and cut the connection. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Wire {
  /** The URL of the database through this proxy. */
  url: string;
  /**
   * Forwards the next message to the database that contains `word`, but drops its answer and cuts the connection.
   * Resolves after the cut.
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
    let dropsAnswers = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (bytes) => {
      if (word !== null && bytes.includes(word)) {
        word = null;
        dropsAnswers = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!dropsAnswers) near.write(bytes);
      // ReadyForQuery (Z) with status I, outside a transaction: Postgres has executed the message.
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
    cutAfter: (nextWord) => {
      word = nextWord;
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
