/** A push service on loopback: it checks who sends (RFC 8292), decrypts what it gets (RFC 8291), and answers as told. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { useOne } from './game.ts';

export interface Pushed {
  /** Of the subscription. */
  name: string;
  payload: { title: string; text: string; tag: string; path: string };
  headers: IncomingHttpHeaders;
}

export interface PushService {
  origin: string;
  pushed: Pushed[];
  /** How requests of a subscription are answered, by its name; 201 by default. `silent`: never. */
  answers: Map<string, (response: ServerResponse) => void>;
  /** A new subscription, as a browser gives it. */
  subscribe: (name: string) => { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The pushes of a subscription. */
  to: (name: string) => Pushed['payload'][];
  stop: () => Promise<void>;
}

/** An answer without a body. */
export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end();
  };
/** Reads the request and never answers. */
export const silent = (): void => undefined;

function decrypt(body: Buffer, { browser, auth }: { browser: ECDH; auth: Buffer }): string {
  const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const derive = (ikm: Buffer, saltOfIt: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', ikm, saltOfIt, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const ikm = derive(browser.computeSecret(senderKey), auth, info, 32);
  const key = derive(ikm, salt, 'Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, derive(ikm, salt, 'Content-Encoding: nonce\0', 12));
  const encrypted = body.subarray(21 + senderKey.length);
  decipher.setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Throws unless the request is signed for this service by the key that it names. */
function checkSender({ headers }: IncomingMessage, origin: string): void {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
    throw new Error('the sender has not signed the request');
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  if (aud !== origin) throw new Error(`the request is for ${aud}`);
}

async function startPushService(): Promise<PushService> {
  const pushed: Pushed[] = [];
  const answers: PushService['answers'] = new Map();
  const browsers = new Map<string, { browser: ECDH; auth: Buffer }>();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = request.url?.slice(1) ?? '';
    const browser = browsers.get(name);
    if (browser === undefined) throw new Error('unknown subscription');
    checkSender(request, service.origin);
    const payload = JSON.parse(decrypt(await buffer(request), browser)) as Pushed['payload'];
    pushed.push({ name, payload, headers: request.headers });
    (answers.get(name) ?? status(201))(response);
  };
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      response.writeHead(400).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: PushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushed,
    answers,
    subscribe: (name) => {
      const browser = createECDH('prime256v1');
      const p256dh = browser.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      browsers.set(name, { browser, auth });
      return { endpoint: `${service.origin}/${name}`, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    to: (name) => pushed.filter((push) => push.name === name).map(({ payload }) => payload),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

/** A push service for all tests of a file. */
export const usePushService = (): PushService => useOne(startPushService, (service) => service.stop());
