// Delivers when the benchmark asks for it by a message of its channel: { kind: 'toEach' or 'toRooms', payload, size }.

export function listenForDeliveries(deliver) {
  process.on('message', ({ kind, payload, size }) => {
    deliver[kind](payload, size);
    process.send('delivered');
  });
}
