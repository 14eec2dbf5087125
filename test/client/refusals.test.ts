/** The client returns every failure of the server or the network as a value. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, unwrap, type Client } from '../../src/client/client.ts';
import { startLocalServer } from '../support/local-server.ts';
import { unknownId } from '../support/set-state.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const game = useTestGame();
let hegemon: Client;
const ann = useOne(() => createEmpire(game));
beforeAll(() => {
  hegemon = createClient({ url: game.url, token: ann.token });
});

describe('a refusal of the server', () => {
  it('has a code, a message and a status', async () => {
    expect(await hegemon.readEmpire(unknownId)).toEqual({
      ok: false,
      error: { code: 'NOT_FOUND', message: 'Not found', details: null, status: 404 },
    });
  });

  it('names the invalid field', async () => {
    const answer = await hegemon.train(ann.capitalId, { unit_type: 'soldiers', quantity: 0 });
    expect(answer).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: 'quantity: must be at least 1', status: 400 },
    });
  });

  it('is AUTH_REQUIRED without a session', async () => {
    const answer = await createClient({ url: game.url }).readProfile();
    expect(answer).toMatchObject({ error: { code: 'AUTH_REQUIRED', status: 401 } });
  });

  it('is INVALID_CREDENTIALS with a wrong password, and the client keeps no token', async () => {
    const client = createClient({ url: game.url });
    const answer = await client.logIn({ username: ann.username, password: 'wrong' });
    expect(answer).toMatchObject({ error: { code: 'INVALID_CREDENTIALS', status: 401 } });
    expect(client.token).toBeNull();
  });

  it('is the cause of the error that unwrap throws', async () => {
    const answer = await hegemon.readEmpire(unknownId);
    expect(() => unwrap(answer)).toThrow('NOT_FOUND: Not found');
    expect(() => unwrap(answer)).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ status: 404 }) as unknown }) as Error,
    );
  });
});

describe('without a game at the address', () => {
  /** Responds to /api/rules with an HTML page, and to nothing else. */
  const foreign = useOne(
    () =>
      startLocalServer((request, response) => {
        if (request.url === '/api/rules') response.end('<h1>Welcome</h1>');
      }),
    ({ stop }) => stop(),
  );

  it('returns UNREACHABLE if the connection is refused', async () => {
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

  it('returns UNREACHABLE for the response of another program', async () => {
    const client = createClient({ url: foreign.url, patienceMs: 0 });
    expect(await client.readRules()).toMatchObject({ error: { code: 'UNREACHABLE', status: 200 } });
  });

  it('returns UNREACHABLE after a timeout', async () => {
    const client = createClient({ url: foreign.url, patienceMs: 0, timeoutMs: 20 });
    expect(await client.readLeaderboard()).toMatchObject({
      error: { code: 'UNREACHABLE', details: 'no answer within 20 ms' },
    });
  });

  it('returns ABORTED when the caller aborts', async () => {
    const client = createClient({ url: foreign.url });
    const controller = new AbortController();
    const answer = client.readLeaderboard({}, { signal: controller.signal });
    controller.abort();
    expect(await answer).toMatchObject({ error: { code: 'ABORTED', status: null } });
  });

  it('throws a TypeError for an invalid URL', () => {
    expect(() => createClient({ url: 'nowhere' })).toThrow(TypeError);
  });
});
