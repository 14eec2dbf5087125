/** Requests with an Upgrade header: WebSocket only; other protocols are ignored. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';

const game = useTestGame();

/** Sends the texts, each after a response to the one before. Resolves when the server closes the connection. */
function sendRaw(...texts: string[]): Promise<string> {
  const { hostname, port } = new URL(game.instance.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(texts.shift() ?? ''));
    socket.on('data', (data) => {
      received += data.toString();
      socket.write(texts.shift() ?? '');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

const h2c =
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQBAAAAAAIAAAAA\r\n';
const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe('an offer of another protocol', () => {
  it('is ignored for a GET, and the connection stays usable', async () => {
    const text = await sendRaw(`GET /healthz HTTP/1.1\r\nHost: a\r\n${h2c}\r\n`, last);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it('is ignored for a POST, whose body is read', async () => {
    const body = '{"username":"nobody","password":"secret1"}';
    const headers = `Content-Type: application/json\r\nAccept: application/json\r\nContent-Length: ${body.length}\r\n`;
    const text = await sendRaw(`POST /login HTTP/1.1\r\nHost: a\r\n${h2c}${headers}\r\n${body}`, last);
    expect(text).toContain('INVALID_CREDENTIALS');
    expect(text).toContain('HTTP/1.1 200 OK');
  });
});

it('an upgrade to WebSocket outside of Socket.IO is closed', async () => {
  const text = await sendRaw(
    'GET /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  expect(text).not.toContain('HTTP/1.1 101');
});
