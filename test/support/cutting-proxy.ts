/**
 * A TCP proxy before an instance. It breaks all connections on command, after a number of bytes, or instead of the next
 * response.
 */
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
  /** Stops all traffic in both directions, on existing and new connections, as if packets were lost. */
  hold: () => void;
  /** Resumes the traffic, with everything that was held back. */
  release: () => void;
  stop: () => Promise<void>;
}

/** @param target the address of the instance */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let answersToLose = 0;
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
  const carry = (from: Socket, to: Socket): void => {
    open.add(from);
    from.on('data', (chunk) => {
      if (!count(chunk.length)) to.write(chunk);
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
    instance.prependListener('data', () => {
      if (answersToLose === 0) return;
      answersToLose -= 1;
      client.destroy();
    });
    carry(client, instance);
    carry(instance, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
        server.close(() => {
          resolve();
        });
        cut();
      }),
  };
}
