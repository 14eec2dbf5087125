/** A DNS server that resolves every name to the same addresses, as Docker's does for a service. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const typeA = 1;
const headerBytes = 12;

export interface NameServer {
  /** Host and port. */
  address: string;
  stop: () => Promise<void>;
}

/** @param addresses IPv4; later changes of the array take effect */
export async function startNameServer(addresses: readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const nameEnd = question.indexOf(0, headerBytes) + 1;
    const type = question.readUInt16BE(nameEnd);
    const resolved = type === typeA ? addresses : [];
    const head = Buffer.alloc(headerBytes);
    question.copy(head, 0, 0, 2);
    // A response without error, to one question.
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(resolved.length, 6);
    const answers = resolved.map((address) =>
      // The name of the question, type A, class IN, for 1 s, 4 bytes.
      Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]),
    );
    const questionSection = question.subarray(headerBytes, nameEnd + 4);
    socket.send(Buffer.concat([head, questionSection, ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
