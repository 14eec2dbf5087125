/** The socket of the leading tab: reports events and the state of the connection. */
import { type Socket, io } from 'socket.io-client';
import type { Acknowledgement, ClientEvents, ServerEvents } from '../../contract/events.ts';

type ListenEvents = { [Name in keyof ServerEvents]: (data: ServerEvents[Name]) => void };
type EmitEvents = {
  [Name in keyof ClientEvents]: (
    data: ClientEvents[Name],
    callback?: (acknowledgement: Acknowledgement) => void,
  ) => void;
};

type Event = Exclude<keyof ServerEvents, 'error'>;

export type Report =
  | { [Name in Event]: { event: Name; data: ServerEvents[Name] } }[Event]
  /** `isNew`: events may have been missed before. */
  | { state: 'live'; isNew: boolean }
  | { state: 'lost' }
  | { state: 'replaced' }
  | { state: 'ended'; message: string };

export type LiveSocket = ReturnType<typeof openSocket>;

/** @param isPaused the connection begins with the first `ask` or `connect` */
export function openSocket(
  empireId: string | undefined,
  isPaused: boolean,
  report: (report: Report) => void,
) {
  const socket: Socket<ListenEvents, EmitEvents> = io({
    transports: ['websocket', 'polling'],
    autoConnect: !isPaused,
  });
  let isJoined = false;
  const requestUpdate = (): void => {
    if (empireId !== undefined) socket.emit('request_update', { type: 'empire', id: empireId });
  };
  const join = (): void => {
    isJoined = true;
    report({ state: 'live', isNew: true });
    requestUpdate();
  };
  socket.on('connect', () => {
    if (empireId === undefined) join();
    else {
      socket.emit('join_empire', { empire_id: empireId }, ({ ok }) => {
        if (ok) join();
      });
    }
  });
  socket.onAny((event: string, data: unknown) => {
    if (event !== 'error') report({ event, data } as Report);
  });
  socket.on('error', ({ code, message }) => {
    if (code === 'SESSION_REPLACED') report({ state: 'replaced' });
    else if (code === 'SESSION_ENDED') report({ state: 'ended', message });
  });
  socket.on('connect_error', () =>
    report(socket.active ? { state: 'lost' } : { state: 'ended', message: 'You are logged out' }),
  );
  socket.on('disconnect', () => {
    isJoined = false;
    // If the server closed the connection, its event `error` gave the reason.
    if (socket.active) report({ state: 'lost' });
  });
  return {
    ask: (): void => {
      if (!isJoined) socket.connect();
      else {
        report({ state: 'live', isNew: false });
        requestUpdate();
      }
    },
    connect: (): void => {
      socket.connect();
    },
    close: (): void => {
      socket.off();
      socket.offAny();
      socket.close();
    },
  };
}
