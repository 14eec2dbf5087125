/** The chat of an alliance over HTTP: access, limits, blocks, reports and retention. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AllianceMessage, ChatMessage, OwnAllianceMessage } from '../../src/contract/alliance-chat.ts';
import type { WholeWorld } from '../../src/world/verify/invariant.ts';
import { checkMessages } from '../../src/world/verify/players.ts';
import { askCommand } from '../support/admin.ts';
import { endAlliances, enlist, foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { expose } from '../support/set-state.ts';
import { useTestGame, useOne, type ApiResponse, type Ruler } from '../support/game.ts';
import { attackCity } from '../support/players.ts';
import { block, createWriter } from '../support/messages.ts';
import { dayMs, minuteMs } from '../support/worlds.ts';

const game = useTestGame();
let id: string;

const ann = useOne(() => createWriter(game));
const bob = useOne(() => createWriter(game));
const eve = useOne(() => createWriter(game));
beforeEach(async () => {
  await endAlliances(game);
  await game.query('DELETE FROM blocks');
  game.clock.advance(2 * minuteMs);
  id = await foundAlliance(ann);
  await enlist(ann, id, bob);
});

const say = (by: Ruler, text: string): Promise<ApiResponse<AllianceMessage>> => writeToAlliance(by, id, text);
const read = (by: Ruler, query = '') =>
  by.send<{ messages: ChatMessage[]; next: number | null }>('GET', `/api/alliance/${id}/messages${query}`);
const textsOf = async (by: Ruler, query = ''): Promise<string[]> =>
  (await read(by, query)).body.messages.map(({ text }) => text);
const report = (by: Ruler, number: number) =>
  by.send('POST', `/api/alliance/${id}/report`, { number, reason: 'Rude' });
const expel = (ruler: Ruler) => ann.send('DELETE', `/api/alliance/${id}/member/${ruler.empireId}`);

describe('a message to an alliance', () => {
  it('is never older than the one before, even if the clock of its instance is behind', async () => {
    const first = await say(ann, 'Greetings');
    game.clock.advance(-109);
    const second = await say(bob, 'Peace?');
    game.clock.advance(109);
    expect(second.body.message).toMatchObject({ number: 2, sent_at: first.body.message.sent_at });
    const { messages } = (await read(bob)).body;
    expect(new Set(messages.map(({ sent_at }) => sent_at))).toEqual(new Set([first.body.message.sent_at]));
  });

  it('is read by its members, in order', async () => {
    expect((await say(ann, 'Greetings')).body).toMatchObject({
      alliance_id: id,
      message: { number: 1, author_id: ann.id, author: ann.username, text: 'Greetings', is_blocked: false },
    });
    await say(bob, '<b>Hoot</b>');
    for (const by of [ann, bob]) expect(await textsOf(by)).toEqual(['Greetings', '<b>Hoot</b>']);
  });

  it('is not read by those who joined later, were expelled or were never members', async () => {
    await say(ann, 'before');
    expect([(await read(eve)).status, (await say(eve, 'x')).status]).toEqual([403, 403]);
    game.clock.advance(1_000);
    await enlist(ann, id, eve);
    await say(ann, 'after');
    for (const query of ['', '?after=0', '?before=99']) expect(await textsOf(eve, query)).toEqual(['after']);
    await expel(eve);
    expect([(await read(eve)).status, (await say(eve, 'x')).status]).toEqual([403, 403]);
    expect((await report(eve, 2)).status).toBe(404);
  });

  it('to an unknown alliance finds nothing', async () => {
    await ann.send('DELETE', `/api/alliance/${id}`);
    expect([(await read(ann)).status, (await say(ann, 'x')).status]).toEqual([404, 404]);
  });

  it('of a blocked player is marked for the one who blocks', async () => {
    await block(ann, bob);
    await say(bob, 'Hoot');
    const marks = async (by: Ruler) => (await read(by)).body.messages.map(({ is_blocked }) => is_blocked);
    expect([await marks(ann), await marks(bob)]).toEqual([[true], [false]]);
  });

  it('is read by a muted member', async () => {
    await say(ann, 'Hoot');
    await game.query('UPDATE users SET muted_until = $2 WHERE id = $1', bob.id, game.clock.now() + minuteMs);
    expect(await textsOf(bob)).toEqual(['Hoot']);
    await game.query('UPDATE users SET muted_until = NULL WHERE id = $1', bob.id);
  });
});

describe('a report', () => {
  it('shows the operator the message with those around it', async () => {
    for (let n = 1; n <= 9; n += 1) await say(bob, `message ${n} of ${id}`);
    expect([(await report(bob, 1)).status, (await report(ann, 99)).status]).toEqual([400, 404]);
    expect([(await report(ann, 2)).status, (await report(ann, 2)).status]).toEqual([200, 200]);
    const { data } = await askCommand<{
      reports: { target_id: string; reported: string; context: { number: number }[] }[];
    }>({ databaseUrl: game.databaseUrl }, 'reports', 'list');
    const [found, ...others] = data.reports.filter(({ target_id }) => target_id === id);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ reported: bob.username });
    expect(found?.context.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('the chat', () => {
  const countAll = async (): Promise<number> =>
    (await game.instance.pool.query('SELECT FROM messages WHERE thread_id = $1', [id])).rowCount ?? 0;

  it('loses its messages after 30 days, and keeps its numbers', async () => {
    await say(ann, 'old');
    // Sessions do not last as long.
    await game.query('UPDATE messages SET at = at - $2::bigint WHERE thread_id = $1', id, 30 * dayMs);
    await say(ann, 'new');
    await game.pass(20 * minuteMs);
    await expect.poll(countAll).toBe(1);
    expect(await textsOf(ann)).toEqual(['new']);
    expect((await say(ann, 'newer')).body.message.number).toBe(3);
    expect(await checkMessages({ db: game.instance.pool } as unknown as WholeWorld)).toEqual([]);
  });

  it.each([
    ['its leader dissolves it', () => ann.send('DELETE', `/api/alliance/${id}`)],
    [
      'an operator dissolves it',
      () => askCommand({ databaseUrl: game.databaseUrl }, 'alliance', 'dissolve', id, '--yes'),
    ],
    [
      'its last member leaves',
      async () => {
        await expel(bob);
        await expel(ann);
      },
    ],
  ])('is deleted with the alliance when %s', async (_how, end) => {
    await say(ann, 'secret');
    await report(bob, 1);
    await end();
    expect(await countAll()).toBe(0);
  });

  it('is in the download of those who wrote it', async () => {
    await say(ann, 'mine');
    await say(bob, 'not mine');
    const body = await ann.read<{ alliance_messages: OwnAllianceMessage[] }>('/api/user/data');
    const own = body.alliance_messages.filter(({ alliance_id }) => alliance_id === id);
    expect(own).toMatchObject([{ message: { text: 'mine' } }]);
  });
});

describe('the threats', () => {
  it('are the attacks on members, for members', async () => {
    await expose(game, bob.empireId);
    const attackId = await attackCity(eve, bob);
    const threatsOf = (by: Ruler) =>
      by.send<{ threats: { id: string }[] }>('GET', `/api/alliance/${id}/threats`);
    expect((await threatsOf(ann)).body.threats).toMatchObject([
      { id: attackId, attacker_id: eve.empireId, defender_id: bob.empireId, phase: 'marching' },
    ]);
    expect((await threatsOf(eve)).status).toBe(403);
    await game.pass(dayMs);
    expect((await threatsOf(ann)).body.threats).toEqual([]);
  });
});
