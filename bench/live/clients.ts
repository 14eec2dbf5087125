/**
 * The clients of the live row, in a process of their own: many WebSocket connections without a library on top, so that
 * they cost little. The benchmark talks to it by messages: `connect` opens connections, `expect` waits for events.
 */
import { WebSocket } from 'ws';

export type Protocol = 'product' | 'socket.io' | 'ws';

export type Command =
  | { kind: 'connect'; protocol: Protocol; url: string; players: { token: string; empireId: string }[] }
  | { kind: 'expect'; count: number };

const openingAtOnce = 50;
let received = 0;
let expected = Infinity;

function count(): void {
  received += 1;
  if (received < expected) return;
  expected = Infinity;
  process.send?.('received');
}

/** Speaks just enough of Engine.IO 4 and Socket.IO 5: handshake, two requests with acknowledgements, events, pings. */
function joinBySocketIo(
  socket: WebSocket,
  { token, empireId }: { token: string; empireId: string },
  wantsPicture: boolean,
  joined: () => void,
): void {
  socket.on('message', (data: Buffer) => {
    const text = data.toString('latin1');
    // Other events come in their own time, for example the stock every 30 s.
    if (text.startsWith('42["empire_update"')) count();
    else if (text === '2') socket.send('3');
    else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
    else if (text.startsWith('40'))
      socket.send(`420${JSON.stringify(['join_empire', { empire_id: empireId }])}`);
    else if (text.startsWith('430') && wantsPicture)
      socket.send(`421${JSON.stringify(['request_update', { type: 'empire', id: empireId }])}`);
    else if (text.startsWith('43')) joined();
  });
}

function joinByWs(socket: WebSocket, joined: () => void): void {
  socket.on('open', () => {
    socket.send('join');
  });
  socket.once('message', () => {
    socket.on('message', count);
    joined();
  });
}

async function connect({ protocol, url, players }: Extract<Command, { kind: 'connect' }>): Promise<void> {
  const path = protocol === 'ws' ? '/' : '/socket.io/?EIO=4&transport=websocket';
  const address = url.replace('http', 'ws') + path;
  const waiting = [...players];
  const openNext = async (): Promise<void> => {
    for (let player = waiting.pop(); player !== undefined; player = waiting.pop()) {
      const { promise, resolve, reject } = withResolvers();
      const socket = new WebSocket(address, { perMessageDeflate: false });
      socket.once('error', reject);
      socket.once('close', () => {
        reject(new Error(`${address} closed a connection`));
      });
      if (protocol === 'ws') joinByWs(socket, resolve);
      else joinBySocketIo(socket, player, protocol === 'product', resolve);
      await promise;
    }
  };
  await Promise.all(Array.from({ length: openingAtOnce }, openNext));
  // The picture sends an event of its own.
  received = 0;
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

process.on('message', (command: Command) => {
  if (command.kind === 'expect') {
    received = 0;
    expected = command.count;
    process.send?.('ready');
    return;
  }
  connect(command).then(
    () => process.send?.('connected'),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
console.log('clients at http://127.0.0.1:0');
