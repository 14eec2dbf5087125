/** A world that has an operator keeps one: in the browser, on the account page and on the command line, also at once. */
import { beforeEach, describe, expect, it } from 'vitest';
import { commandsOf } from '../support/admin.ts';
import { password, registerPlayer, useTwoInstances, type TestGame } from '../support/game.ts';
import { Browser, wordsOf } from './browser.ts';

const games = useTwoInstances();
const [game] = games;
const { run } = commandsOf(game);
type Player = Awaited<ReturnType<typeof registerPlayer>>;

const sentence = 'The world needs an operator: give another account this role first';

async function createOperator(of: TestGame): Promise<Player> {
  const player = await registerPlayer(of.url);
  await game.query(`UPDATE users SET role = 'operator' WHERE username = $1`, player.username);
  return player;
}
const countOperators = async (): Promise<number> =>
  (await game.query(`SELECT FROM users WHERE role = 'operator' AND is_active AND deletion_at IS NULL`))
    .length;
const stepDown = (of: TestGame, { cookie, username: user }: Player) =>
  new Browser(of, cookie).sendForm('/admin/act/users-role', { user, role: 'player', reason: 'a test' });
const requestDeletion = ({ send }: Player) =>
  send<{ code: string; details: string }>('POST', '/delete-account', { current_password: password });

let ann: Player;
beforeEach(async () => {
  await game.query(`UPDATE users SET role = 'player'`);
  ann = await createOperator(game);
});

describe('the last operator', () => {
  it('does not step down', async () => {
    const sent = await stepDown(game, ann);
    expect([sent.status, wordsOf(sent.html)]).toEqual([409, expect.stringContaining(sentence) as string]);
    expect(await countOperators()).toBe(1);
  });

  it('does not delete the account, by API or page', async () => {
    const { status, body } = await requestDeletion(ann);
    expect([status, body.code, body.details]).toEqual([
      409,
      'LAST_OPERATOR',
      'give another account this role first',
    ]);
    const page = await new Browser(game, ann.cookie).sendForm('/delete-account', {
      current_password: password,
    });
    expect(wordsOf(page.html)).toContain(sentence);
    expect(await countOperators()).toBe(1);
  });

  it.each([
    ['role', ['player']],
    ['role', ['moderator']],
    ['deactivate', []],
    ['delete', ['--yes']],
  ])('is not dismissed by the command line: users %s %s', async (command, rest) => {
    const { code, err } = await run('users', command, ann.username, ...rest);
    expect([code, err]).toEqual([1, expect.stringContaining(sentence) as string]);
    expect(await countOperators()).toBe(1);
  });

  it('is one whose only colleague deletes the account', async () => {
    const bob = await createOperator(game);
    expect((await requestDeletion(bob)).status).toBe(200);
    expect((await requestDeletion(ann)).status).toBe(409);
    expect((await run('users', 'role', ann.username, 'player')).code).toBe(1);
    expect(await countOperators()).toBe(1);
  });
});

describe('of two operators', () => {
  it('each may step down', async () => {
    await createOperator(game);
    expect((await stepDown(game, ann)).status).toBe(302);
    expect(await countOperators()).toBe(1);
  });

  it.each<[string, (ann: Player, bob: Player) => Promise<unknown>[]]>([
    ['step down', (one, two) => [stepDown(games[0], one), stepDown(games[1], two)]],
    ['delete their accounts', (one, two) => [requestDeletion(one), requestDeletion(two)]],
    [
      'dismiss each other',
      (one, two) => [one, two].map(({ username }) => run('users', 'role', username, 'player')),
    ],
    [
      'deactivate and delete each other',
      (one, two) => [run('users', 'deactivate', one.username), run('users', 'delete', two.username, '--yes')],
    ],
  ])('who %s at once, one stays', async (_what, act) => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await createOperator(games[0]), await createOperator(games[1])];
      await game.query(`UPDATE users SET role = 'player' WHERE username <> ALL ($1)`, [
        one.username,
        two.username,
      ]);
      await Promise.all(act(one, two));
      expect(await countOperators()).toBe(1);
      await game.query(`UPDATE users SET role = 'player'`);
    }
  });
});
