/** Commands to the inspector of a Node server: garbage collection and CPU profiles. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Server } from './processes.ts';

/** The option of Node with which the server must be started. */
export const inspectorOption = '--inspect=127.0.0.1:0';

type Send = (method: string, params?: object) => Promise<unknown>;

interface Answer {
  id?: number;
  result?: unknown;
}

/** Opens a connection to the inspector for some work. */
export async function withInspector<T>(server: Server, work: (send: Send) => Promise<T>): Promise<T> {
  const address = /ws:\/\/127\.0\.0\.1:\S+/.exec(server.errors())?.[0];
  if (address === undefined) throw new Error('the server has no inspector');
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 512 * 1024 * 1024 });
  await once(socket, 'open');
  const waiting = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  socket.on('message', (data: Buffer) => {
    const { id, result } = JSON.parse(data.toString()) as Answer;
    if (id !== undefined) waiting.get(id)?.(result);
  });
  try {
    return await work((method, params = {}) => {
      const id = (lastId += 1);
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve) => waiting.set(id, resolve));
    });
  } finally {
    socket.close();
    await once(socket, 'close');
  }
}
