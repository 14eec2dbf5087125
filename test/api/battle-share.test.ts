/** Public links to reports of battles: making, reading, revoking, and their end with the account or the battle. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BattleView, ShareView } from '../../src/contract/battle.ts';
import { deleteAccount } from '../../src/account/deletion.ts';
import { unknownId } from '../support/set-state.ts';
import { sendAnonymously, useTestGame, useOne, type ApiResponse, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire, userIdOf } from '../support/players.ts';
import { readBattle, recallArmy } from '../support/requests.ts';

const game = useTestGame();
let battleId: string;
/** The answers to a request for a link on the march, at contact, and just before the end. */
let early: ApiResponse[];

const codeOf = ({ status, body }: ApiResponse): string =>
  `${status} ${String((body as { code?: string }).code)}`;
const pathOf = (query = ''): string => `/api/battle/${battleId}${query}`;
const share = (player: Ruler, headers = {}): Promise<ApiResponse<{ share: ShareView }>> =>
  sendAnonymously(game.url, 'POST', pathOf('/share'), undefined, {
    authorization: `Bearer ${player.token}`,
    ...headers,
  });
const tokenOf = async (player: Ruler): Promise<string> => (await share(player)).body.share.token;
const readAsStranger = (token: string): Promise<ApiResponse<BattleView>> =>
  sendAnonymously(game.url, 'GET', pathOf(`?share=${token}`));
const isOpen = async (token: string): Promise<boolean> => (await readAsStranger(token)).status === 200;

const ann = useOne(() => createEmpire(game, { x: 0, y: 100 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 104 }));
const outsider = useOne(() => createEmpire(game, { x: 50, y: 50 }));

beforeAll(async () => {
  battleId = await attackCity(ann, bob);
  const { contact_at } = await readBattle(ann, battleId);
  early = [await share(ann)];
  await game.pass(Date.parse(contact_at) - game.clock.now());
  early.push(await share(ann));
  const { ends_at } = await readBattle(ann, battleId);
  await game.pass(Date.parse(String(ends_at)) - game.clock.now() - 1);
  early.push(await share(ann));
  await game.pass(1);
});

it('a battle cannot be shared on the march, at contact, or a millisecond before its end', () => {
  expect(early.map(codeOf)).toEqual(Array.from({ length: 3 }, () => '409 BATTLE_ACTIVE'));
});

it('is asked for after the session: a caller without one gets 401 for a wrong path', async () => {
  expect(codeOf(await sendAnonymously(game.url, 'GET', '/api/battle/wrong'))).toBe('401 AUTH_REQUIRED');
});

describe('a link', () => {
  it('has a token of 256 bits and the path of the page', async () => {
    const { status, body } = await share(ann);
    expect([status, body.share]).toEqual([
      201,
      {
        token: expect.stringMatching(/^[\w-]{43}$/) as string,
        path: `/battle/${battleId}?share=${body.share.token}`,
        created_at: new Date(game.clock.now()).toISOString(),
      },
    ]);
  });

  it('is the same for every request of the player, also at the same time', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => tokenOf(ann)));
    expect(new Set(tokens).size).toBe(1);
  });

  it('is another one for the other side', async () => {
    expect(await tokenOf(bob)).not.toBe(await tokenOf(ann));
  });

  it.each(['stranger', 'outsider'])('shows the whole report to a %s', async (reader) => {
    const token = await tokenOf(ann);
    const own = await readBattle(ann, battleId);
    const report =
      reader === 'stranger'
        ? (await readAsStranger(token)).body
        : await outsider.read<BattleView>(pathOf(`?share=${token}`));
    expect(report).toEqual({ ...own, share: null });
  });

  it('is shown to its owner only', async () => {
    const token = await tokenOf(ann);
    const reports = [await readBattle(ann, battleId), await readBattle(bob, battleId)];
    expect(reports.map((report) => report.share?.token === token)).toEqual([true, false]);
  });

  it('is not cached', async () => {
    const { headers } = await readAsStranger(await tokenOf(ann));
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each(['x', 'x'.repeat(43), '%C3%A9'.repeat(14)])('is not guessed with %s', async (token) => {
    await tokenOf(ann);
    expect(codeOf(await readAsStranger(token))).toBe('403 FORBIDDEN');
    expect(codeOf(await outsider.send('GET', pathOf(`?share=${token}`)))).toEqual('403 FORBIDDEN');
  });

  it('opens no other battle', async () => {
    const path = `/api/battle/${unknownId}?share=${await tokenOf(ann)}`;
    expect(codeOf(await sendAnonymously(game.url, 'GET', path))).toBe('404 NOT_FOUND');
  });

  it('is part of the download of its owner', async () => {
    const token = await tokenOf(ann);
    const { battles } = await ann.read<{ battles: BattleView[] }>('/api/user/data');
    expect(battles.map((battle) => battle.share?.token)).toContain(token);
  });
});

describe('revoking a link', () => {
  it('ends it at once, and leaves that of the other side', async () => {
    const [annToken, bobToken] = [await tokenOf(ann), await tokenOf(bob)];
    const { status } = await ann.send('DELETE', pathOf('/share'));
    expect([status, await isOpen(annToken), await isOpen(bobToken)]).toEqual([200, false, true]);
  });

  it('needs a link', async () => {
    await share(ann);
    await ann.send('DELETE', pathOf('/share'));
    expect(codeOf(await ann.send('DELETE', pathOf('/share')))).toBe('404 NOT_FOUND');
  });

  it('is followed by another token', async () => {
    const first = await tokenOf(ann);
    await ann.send('DELETE', pathOf('/share'));
    const second = await tokenOf(ann);
    expect([second === first, await isOpen(first), await isOpen(second)]).toEqual([false, false, true]);
  });

  it('is not undone by a repeated request for the link with the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const { token } = (await share(ann, key)).body.share;
    await ann.send('DELETE', pathOf('/share'));
    const repeated = (await share(ann, key)).body.share.token;
    expect([repeated === token, await isOpen(token)]).toEqual([true, false]);
  });
});

describe('the end of a link', () => {
  it('comes with the deletion of the account', async () => {
    const dan = await createEmpire(game, { x: 100, y: 0 });
    const eve = await createEmpire(game, { x: 100, y: 5 });
    battleId = await attackCity(dan, eve);
    await recallArmy(dan);
    const [danToken, eveToken] = [await tokenOf(dan), await tokenOf(eve)];
    const account = { id: await userIdOf(game, dan), empire_id: dan.empireId };
    await deleteAccount(game.instance.services, account);
    expect([await isOpen(danToken), await isOpen(eveToken)]).toEqual([false, true]);
  });

  it('comes with the deletion of the battle', async () => {
    const { pool } = game.instance;
    await pool.query('DELETE FROM battles WHERE id = $1', [battleId]);
    const { rowCount } = await pool.query('SELECT FROM battle_shares WHERE battle_id = $1', [battleId]);
    expect(rowCount).toBe(0);
  });
});
