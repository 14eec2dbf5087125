/** What a player's page hears: whatever happens in the own empire, and what becomes of the connection itself. */
import { type Socket, io } from 'socket.io-client';
import type { Acknowledgement, ClientEvents, ServerEvents } from '../../contract/events.ts';
import { say, sayNothing } from './banner.ts';
import { setStock, tick } from './clock.ts';
import { ownAddress, refreshSoon } from './refresh.ts';

type Heard = { [Name in keyof ServerEvents]: (data: ServerEvents[Name]) => void };
type Sent = {
  [Name in keyof ClientEvents]: (
    data: ClientEvents[Name],
    callback?: (answer: Acknowledgement) => void,
  ) => void;
};

const { dataset } = document.body;
const stockWords = ['gold', 'food', 'materials'] as const;
/** Number of the last event that the page shows. */
let lastSeq = Number(dataset.seq);

/** Joins the room of the empire; what was missed between the drawing of the page and this moment is fetched. */
function join(socket: Socket<Heard, Sent>, empireId: string, isFirst: boolean): void {
  socket.emit('join_empire', { empire_id: empireId }, ({ ok }) => {
    if (!ok) return;
    if (isFirst) socket.emit('request_update', { type: 'empire', id: empireId });
    else refreshSoon();
    dataset.live = 'joined';
  });
}

function listen(empireId: string | undefined): void {
  const socket: Socket<Heard, Sent> = io({ transports: ['websocket', 'polling'] });
  let isFirst = true;
  socket.on('connect', () => {
    sayNothing('socket');
    if (empireId !== undefined) join(socket, empireId, isFirst);
    isFirst = false;
  });
  for (const event of ['battle_start', 'battle_update', 'battle_end'] as const) {
    socket.on(event, refreshSoon);
  }
  for (const event of ['empire_update', 'construction_complete', 'unit_training_complete'] as const) {
    socket.on(event, ({ seq }: { seq: number }) => {
      // Answers to what was asked carry the number of the last event.
      if (seq > lastSeq) refreshSoon();
      lastSeq = seq;
    });
  }
  socket.on('resource_update', ({ resources, production_rates: rates, seq }) => {
    for (const word of stockWords) setStock(word, resources[word], rates[word]);
    // It comes every half a minute with the present number: a higher one than heard means that something was missed.
    if (seq > lastSeq) refreshSoon();
    lastSeq = seq;
  });
  socket.on('error', ({ code, message }) => {
    if (code === 'SESSION_REPLACED') {
      say('socket', 'The game is open in another window, which is the live one now.', {
        text: 'Use it here',
        go: () => {
          socket.connect();
        },
      });
    } else if (code === 'SESSION_ENDED') {
      say('socket', `${message}.`, { text: 'Log in again', go: ownAddress() });
    }
  });
  socket.on('connect_error', () => {
    if (socket.active) say('socket', 'Connection lost; trying again.');
    else say('socket', 'You are logged out.', { text: 'Log in again', go: ownAddress() });
  });
  socket.on('disconnect', () => {
    // Closed by the server: it has said why.
    if (socket.active) say('socket', 'Connection lost; trying again.');
  });
}

listen(dataset.empire);
setInterval(() => {
  if (tick() && dataset.empire !== undefined) refreshSoon();
}, 1000);
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) refreshSoon();
});
