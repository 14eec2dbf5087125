/** The socket of a player's page: events of the own empire, and the state of the connection. */
import { type Socket, io } from 'socket.io-client';
import type { Acknowledgement, ClientEvents, ServerEvents } from '../../contract/events.ts';
import { hideBanner, showBanner } from './banner.ts';
import { setStock, tick } from './clock.ts';
import { ownAddress, refreshFrom, refreshSoon } from './refresh.ts';

type ListenEvents = { [Name in keyof ServerEvents]: (data: ServerEvents[Name]) => void };
type EmitEvents = {
  [Name in keyof ClientEvents]: (
    data: ClientEvents[Name],
    callback?: (answer: Acknowledgement) => void,
  ) => void;
};

const { dataset } = document.body;
const stockWords = ['gold', 'food', 'materials'] as const;

/** Joins the room of the empire and fetches changes since the page was rendered. */
function join(socket: Socket<ListenEvents, EmitEvents>, empireId: string, isFirst: boolean): void {
  socket.emit('join_empire', { empire_id: empireId }, ({ ok }) => {
    if (!ok) return;
    if (isFirst) socket.emit('request_update', { type: 'empire', id: empireId });
    else refreshSoon();
    dataset.live = 'joined';
  });
}

function listen(empireId: string | undefined): void {
  const socket: Socket<ListenEvents, EmitEvents> = io({ transports: ['websocket', 'polling'] });
  let isFirst = true;
  socket.on('connect', () => {
    hideBanner('socket');
    if (empireId !== undefined) join(socket, empireId, isFirst);
    isFirst = false;
  });
  for (const event of ['battle_update', 'battle_end', 'empire_event', 'message'] as const) {
    socket.on(event, () => {
      refreshSoon();
    });
  }
  socket.on('battle_start', ({ battle_id: id }) => {
    refreshSoon(() => document.querySelector(`[href="/battle/${id}"]`) !== null);
  });
  for (const event of ['empire_update', 'construction_complete', 'unit_training_complete'] as const) {
    socket.on(event, ({ seq }: { seq: number }) => {
      // Responses to request_update repeat the number of the last event.
      refreshFrom(seq);
    });
  }
  socket.on('resource_update', ({ resources, production_rates: rates, seq }) => {
    for (const word of stockWords) setStock(word, resources[word], rates[word]);
    // It arrives every 30 seconds with the current number. A higher number means that an event was missed.
    refreshFrom(seq);
  });
  socket.on('error', ({ code, message }) => {
    if (code === 'SESSION_REPLACED') {
      showBanner('socket', 'The game is open in another window, which is the live one now.', {
        text: 'Use it here',
        go: () => {
          socket.connect();
        },
      });
    } else if (code === 'SESSION_ENDED') {
      showBanner('socket', `${message}.`, { text: 'Log in again', go: ownAddress() });
    }
  });
  socket.on('connect_error', () => {
    if (socket.active) showBanner('socket', 'Connection lost; trying again.');
    else showBanner('socket', 'You are logged out.', { text: 'Log in again', go: ownAddress() });
  });
  socket.on('disconnect', () => {
    // If the server closed the connection, its event `error` gave the reason.
    if (socket.active) showBanner('socket', 'Connection lost; trying again.');
  });
}

listen(dataset.empire);
setInterval(() => {
  if (tick() && dataset.empire !== undefined) refreshSoon();
}, 1000);
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) refreshSoon();
});
