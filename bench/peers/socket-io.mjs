// Stock Socket.IO: a room for each socket.
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { listenForDeliveries } from './deliveries.mjs';

const server = createServer();
const io = new Server(server);
let count = 0;
io.on('connection', (socket) => {
  const number = count;
  count += 1;
  socket.on('join_empire', async (_request, acknowledge) => {
    await socket.join(`empire:${number}`);
    acknowledge({ ok: true });
  });
});

listenForDeliveries({
  toEach: (payload) => {
    for (let number = 0; number < count; number += 1)
      io.to(`empire:${number}`).emit('empire_update', payload);
  },
  toRooms: (payload, size) => {
    const rooms = Array.from({ length: count }, (_, number) => `empire:${number}`);
    for (let first = 0; first < count; first += size)
      io.to(rooms.slice(first, first + size)).emit('empire_update', payload);
  },
});

server.listen(0, '127.0.0.1', () => {
  console.log(`Socket.IO at http://127.0.0.1:${server.address().port}`);
});
