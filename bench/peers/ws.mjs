// ws alone: messages to each of its sockets, and one message to rooms of 150. The socket benchmark of the product in its
// smallest form: a message of a client is echoed, which stands for joining.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { listenForDeliveries } from './deliveries.mjs';

const server = createServer();
const wss = new WebSocketServer({ server });
const sockets = [];
wss.on('connection', (socket) => {
  sockets.push(socket);
  socket.on('message', (data) => {
    socket.send(data.toString());
  });
});

listenForDeliveries({
  toEach: (payload) => {
    for (const socket of sockets) socket.send(JSON.stringify(['empire_update', payload]));
  },
  toRooms: (payload, size) => {
    const text = JSON.stringify(['empire_update', payload]);
    for (let start = 0; start < sockets.length; start += size) {
      for (const socket of sockets.slice(start, start + size)) socket.send(text);
    }
  },
});

server.listen(0, '127.0.0.1', () => {
  console.log(`ws at http://127.0.0.1:${server.address().port}`);
});
