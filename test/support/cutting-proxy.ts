/**
 * A wire that can be cut: it carries TCP to an instance and back, and breaks every connection on command, after a
 * number of bytes, or in place of the next answer.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  /** Where it listens: the instance as seen through it. */
  url: string;
  /** Breaks every connection that is open. */
  cut: () => void;
  /** Breaks every connection once so many more bytes have come from either side. */
  cutAfter: (bytes: number) => void;
  /** How often that has happened. */
  readonly cuts: number;
  /** The next so many times the instance has something to say, the connection is broken in its place. */
  loseAnswers: (count: number) => void;
  /** Carries nothing more in either direction, on old connections and new ones, as if the packets were lost. */
  hold: () => void;
  /** Carries on, with what was held. */
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
