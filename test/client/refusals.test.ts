/** Whatever the server or the network does, the client answers it as a value. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, unwrap, type Client } from '../../src/client/client.ts';
import { unknownId } from '../support/endow.ts';
import { startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { seatRuler } from '../support/guests.ts';

let game: TestGame;
let ann: Ruler;
let hegemon: Client;
beforeAll(async () => {
  game = await startTestGame();
  ann = await seatRuler(game);
  hegemon = createClient({ url: game.url, token: ann.token });
});
afterAll(() => game.stop());

describe('a refusal of the server', () => {
  it('has its code, its sentence and its status', async () => {
    expect(await hegemon.readEmpire(unknownId)).toEqual({
      ok: false,
      error: { code: 'NOT_FOUND', message: 'There is no such thing', details: null, status: 404 },
    });
  });

  it('says what is wrong with what was sent', async () => {
    const answer = await hegemon.train(ann.capitalId, { unit_type: 'soldiers', quantity: 0 });
    expect(answer).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: 'quantity: must be at least 1', status: 400 },
    });
  });

  it('says what is missing', async () => {
    const answer = await hegemon.train(ann.capitalId, { unit_type: 'knights', quantity: 1 });
    expect(answer).toMatchObject({ error: { code: 'REQUIREMENT_MISSING', status: 409 } });
  });

  it('comes without a session', async () => {
    const answer = await createClient({ url: game.url }).readProfile();
    expect(answer).toMatchObject({ error: { code: 'AUTH_REQUIRED', status: 401 } });
  });

  it('comes with a wrong password, and the client carries no token', async () => {
    const client = createClient({ url: game.url });
    const answer = await client.logIn({ username: ann.username, password: 'wrong' });
    expect(answer).toMatchObject({ error: { code: 'INVALID_CREDENTIALS', status: 401 } });
    expect(client.token).toBeNull();
  });

  it('is thrown by unwrap, with all of it as the cause', async () => {
    const answer = await hegemon.readEmpire(unknownId);
    expect(() => unwrap(answer)).toThrow('NOT_FOUND: There is no such thing');
    expect(() => unwrap(answer)).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ status: 404 }) as unknown }) as Error,
    );
  });
});

describe('where the game is not', () => {
  /** Answers everything with a page, or not at all. */
  let stranger: Server;
  let strangersUrl: string;
  beforeAll(async () => {
    stranger = createServer((request, response) => {
      if (request.url === '/api/rules') response.end('<h1>Welcome</h1>');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    strangersUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    stranger.closeAllConnections();
    stranger.close();
  });

  it('answers UNREACHABLE where nobody listens', async () => {
    const client = createClient({ url: 'http://127.0.0.1:9', patienceMs: 0 });
    expect(await client.readRules()).toEqual({
      ok: false,
      error: {
        code: 'UNREACHABLE',
        message: 'The server does not answer',
        details: 'the connection failed',
        status: null,
      },
    });
  });

  it('answers UNREACHABLE where something else answers', async () => {
    const client = createClient({ url: strangersUrl, patienceMs: 0 });
    expect(await client.readRules()).toMatchObject({ error: { code: 'UNREACHABLE', status: 200 } });
  });

  it('answers UNREACHABLE when no answer comes in time', async () => {
    const client = createClient({ url: strangersUrl, patienceMs: 0, timeoutMs: 20 });
    expect(await client.readLeaderboard()).toMatchObject({
      error: { code: 'UNREACHABLE', details: 'no answer within 20 ms' },
    });
  });

  it('answers ABORTED when the caller has enough', async () => {
    const client = createClient({ url: strangersUrl });
    const controller = new AbortController();
    const answer = client.readLeaderboard({}, { signal: controller.signal });
    controller.abort();
    expect(await answer).toMatchObject({ error: { code: 'ABORTED', status: null } });
  });

  it('refuses an address that is none when it is made', () => {
    expect(() => createClient({ url: 'nowhere' })).toThrow(TypeError);
  });
});
