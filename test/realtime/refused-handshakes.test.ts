/** Refused handshakes: the server closes the connection, and limits how many of an address cost a lookup. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { useTestGame, useOne } from '../support/game.ts';
import { createPlayer } from '../support/players.ts';
import { hasPython, python } from '../support/python.ts';
import { closeClients, connect, refusalOf } from '../support/sockets.ts';
import { recordFlights } from '../support/statements.ts';

/** Five times as many unknown tokens are allowed. */
const limits = { auth: 0, data: 2, action: 0 };
const run = promisify(execFile);
const unknown = 'u'.repeat(43);
/** Between the packets of a polling response. */
const separator = '\u001e';

const game = useTestGame({ limits });
const ann = useOne(() => createPlayer(game));
afterEach(closeClients);

const codeOf = async (credentials: Parameters<typeof refusalOf>[1]): Promise<unknown> =>
  ((await refusalOf(game.url, credentials)).data as { code: unknown }).code;

it('closes a polling connection after the refusal', async () => {
  const address = `${game.url}/socket.io/?EIO=4&transport=polling`;
  const opened = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string };
  const session = `${address}&sid=${opened.sid}`;
  await fetch(session, { method: 'POST', body: `40${JSON.stringify({ token: unknown })}` });
  const [refusal = '', ...rest] = (await (await fetch(session)).text()).split(separator);
  expect(refusal).toBe('44{"message":"Authentication required","data":{"code":"AUTH_REQUIRED"}}');
  if (rest.length === 0) rest.push(...(await (await fetch(session)).text()).split(separator));
  // 6 ends a waiting request, 1 closes. The session may also be gone already.
  expect(['6', '1', '{"code":1,"message":"Session ID unknown"}']).toEqual(expect.arrayContaining(rest));
});

describe.skipIf(!hasPython)('python-socketio of Debian', () => {
  it.each(['polling', 'websocket', 'polling,websocket'])(
    'ends after a refused token over %s',
    async (transports) => {
      const program = `
import socketio, sys
client = socketio.Client(reconnection_delay=0.1)
refusals = []
client.on('connect_error', refusals.append)
client.connect(sys.argv[1], auth={'token': 'wrong'}, transports=sys.argv[2].split(','), wait=False)
client.wait()
print([refusal['data']['code'] for refusal in refusals])`;
      const { stdout } = await run(python, ['-c', program, game.url, transports]);
      expect(stdout.trim()).toBe("['AUTH_REQUIRED']");
    },
  );
});

it('answers further ones without a lookup, but not those of sessions in use', async () => {
  // A session in use stays valid for its address.
  await ann.send('GET', '/api/user/profile');
  const codes: unknown[] = [];
  for (let times = 0; times < 10; times++) codes.push(await codeOf({ token: unknown }));
  expect(codes).toContain('AUTH_REQUIRED');
  const recorder = recordFlights(game.instance.pool);
  expect(await codeOf({ token: unknown })).toBe('RATE_LIMITED');
  expect(await codeOf({})).toBe('RATE_LIMITED');
  expect(recorder.take()).toEqual([]);
  expect((await connect(game.url, { token: ann.token })).socket.connected).toBe(true);
});
