/**
 * A TCP proxy before an instance or Postgres. It breaks all connections on command, after a number of bytes, or instead of
 * the next response.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  /** The address of the proxy. */
  url: string;
  /** Breaks every open connection. */
  cut: () => void;
  /** Breaks every open connection after this many more bytes from either side. */
  cutAfter: (bytes: number) => void;
  /** The number of such breaks. */
  readonly cuts: number;
  /** Breaks the connection instead of the next `count` responses of the instance. */
  loseAnswers: (count: number) => void;
  /**
   * Lets Postgres execute the next message that contains `word`, but breaks the connection instead of its answer. Resolves
   * after the break.
   */
  loseAnswerTo: (word: string) => Promise<void>;
  /** Stops all traffic in both directions, on existing and new connections, as if packets were lost. */
  hold: () => void;
  /** Resumes the traffic, with everything that was held back. */
  release: () => void;
  stop: () => Promise<void>;
}

/** ReadyForQuery with status I, outside a transaction: Postgres has executed the message. */
const idle = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** @param target the address of the instance */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let answersToLose = 0;
  let lost: { word: string; resolve: () => void } | null = null;
  let bytesLeft = Infinity;
  let cuts = 0;
  let isHeld = false;

  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const count = (bytes: number): boolean => {
    bytesLeft -= bytes;
    if (bytesLeft > 0) return false;
    bytesLeft = Infinity;
    cut();
    cuts += 1;
    return true;
  };
  const carry = (from: Socket, to: Socket, isPassed: (chunk: Buffer) => boolean): void => {
    open.add(from);
    from.on('data', (chunk: Buffer) => {
      if (isPassed(chunk) && !count(chunk.length)) to.write(chunk);
    });
    if (isHeld) from.pause();
    from.on('error', () => undefined);
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const instance = connect(Number(port), hostname);
    let losing: typeof lost = null;
    carry(client, instance, (chunk) => {
      if (lost !== null && chunk.includes(lost.word)) [losing, lost] = [lost, null];
      return true;
    });
    carry(instance, client, (chunk) => {
      const isLost = answersToLose > 0;
      if (isLost) answersToLose -= 1;
      if (isLost || (losing !== null && chunk.includes(idle))) client.destroy();
      if (client.destroyed) losing?.resolve();
      return !isLost && losing === null;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    cutAfter: (bytes) => {
      bytesLeft = bytes;
    },
    get cuts() {
      return cuts;
    },
    loseAnswers: (answers) => {
      answersToLose = answers;
    },
    loseAnswerTo: (word) =>
      new Promise((resolve) => {
        lost = { word, resolve };
      }),
    hold: () => {
      isHeld = true;
      for (const socket of open) socket.pause();
    },
    release: () => {
      isHeld = false;
      for (const socket of open) socket.resume();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
