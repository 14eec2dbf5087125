/** Every method of the client succeeds against a real instance. */
import { beforeAll, expect, it } from 'vitest';
import { createClient, type Result } from '../../src/client/client.ts';
import { routes } from '../../src/client/routes.ts';
import { routeCases, sendEveryRoute } from '../routes/all.ts';
import { registerPlayer, password, useTestGame } from '../support/game.ts';
import { nameOf } from '../support/routes.ts';

type Method = (...args: unknown[]) => Promise<Result<unknown>>;

const game = useTestGame({ smtpUrl: 'smtp://127.0.0.1:9' });
const answers = new Map<string, Result<unknown>>();

beforeAll(async () => {
  const methods = new Map(Object.entries(routes).map(([name, route]) => [nameOf(route), { name, route }]));
  await sendEveryRoute(game, async ({ route, by, ids, body }) => {
    const method = methods.get(route);
    if (method === undefined) throw new Error(`the client has no method for ${route}`);
    const client = createClient({ url: game.url, ...(by === null ? {} : { token: by.token }) });
    const fields = Object.entries(routeCases[route]?.query ?? {}).filter(([, { isRequired }]) => isRequired);
    const query = Object.fromEntries(fields.map(([name, { good }]) => [name, good]));
    const call = client[method.name as keyof typeof client] as unknown as Method;
    const { sends } = method.route;
    answers.set(
      method.name,
      await call(...ids, ...(sends === null ? [] : [sends === 'body' ? body : query])),
    );
  });
});

it.each(Object.keys(routes))('%s succeeds', (name) => {
  expect(answers.get(name)).toMatchObject({ ok: true });
});

it('keeps the token of a login', async () => {
  const { username } = await registerPlayer(game.url);
  const client = createClient({ url: game.url });
  expect(await client.logIn({ username, password })).toEqual({
    ok: true,
    data: expect.objectContaining({ token: client.token }) as unknown,
  });
  expect(await client.readProfile()).toMatchObject({ ok: true, data: { username } });
});
