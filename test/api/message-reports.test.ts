/** Reports of messages to the operator: which are accepted, and the limits that keep them from filling the database. */
import { describe, expect, it } from 'vitest';
import { enlist, foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { useNew, useTwoInstances, type Ruler } from '../support/game.ts';
import { block, createWriter, reply, write, type Writer } from '../support/messages.ts';

const games = useTwoInstances();
const pass = (ms: number): void => games[0].clock.advance(ms);
const ann = useNew(() => createWriter(games[0]));
const bob = useNew(() => createWriter(games[1]));
const cat = useNew(() => createWriter(games[1]));

const dayMs = 86_400_000;

interface Refusal {
  code: string;
  details: string;
}
const report = (from: Ruler, threadId: string, number: number, reason = 'Rude') =>
  from.send<Refusal>('POST', `/api/thread/${threadId}/report`, { number, reason });
const reportChat = (from: Ruler, allianceId: string, number: number, reason = 'Rude') =>
  from.send<Refusal>('POST', `/api/alliance/${allianceId}/report`, { number, reason });

/** The id of a thread in which a player has written messages. */
async function createThread(from: Ruler, to: Writer, length: number, text = 'x'): Promise<string> {
  let threadId = '';
  for (let n = 0; n < length; n += 1) {
    pass(10_000);
    threadId = (await write(from, to, text)).body.thread_id;
  }
  return threadId;
}

interface Row {
  id: number;
  bytes: number;
  numbers: number[];
  reporters: { id: string; reason: string }[];
}
const readReports = (threadId: string): Promise<Row[]> =>
  games[0].query<Row>(
    `SELECT id, octet_length(context::text) AS bytes,
       (SELECT json_agg(near -> 'number') FROM jsonb_array_elements(context) AS near) AS numbers,
       (SELECT json_agg(json_build_object('id', reporter_id, 'reason', reason) ORDER BY reason)
        FROM reporters WHERE report_id = id) AS reporters
     FROM reports WHERE target_id = $1 ORDER BY id`,
    threadId,
  );

describe('a report', () => {
  it('is stored once for each message', async () => {
    const threadId = await createThread(ann, bob, 1);
    for (const reason of ['Rude', 'Again']) expect((await report(bob, threadId, 1, reason)).status).toBe(200);
    expect(await readReports(threadId)).toMatchObject([
      { numbers: [1], reporters: [{ id: bob.id, reason: 'Rude' }] },
    ]);
  });

  it('of an own message is refused, and of one that does not exist or was withheld', async () => {
    const threadId = await createThread(ann, bob, 1);
    await block(bob, ann);
    await reply(ann, threadId, 'y');
    const answers = [
      await report(ann, threadId, 1),
      await report(bob, threadId, 2),
      await report(bob, threadId, 9),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 404]);
  });

  it('of a message that others report at once joins theirs', async () => {
    const id = await foundAlliance(ann);
    for (const member of [bob, cat]) await enlist(ann, id, member);
    await writeToAlliance(ann, id, 'rude');
    const sent = await Promise.all([reportChat(bob, id, 1, 'b'), reportChat(cat, id, 1, 'c')]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    const reporters = [
      { id: bob.id, reason: 'b' },
      { id: cat.id, reason: 'c' },
    ];
    expect(await readReports(id)).toMatchObject([{ reporters }]);
  });

  it('of a message whose report was handled opens another, but not for those who reported it before', async () => {
    const id = await foundAlliance(ann);
    for (const member of [bob, cat]) await enlist(ann, id, member);
    await writeToAlliance(ann, id, 'rude');
    await reportChat(bob, id, 1);
    await games[0].query('UPDATE reports SET handled_at = 1 WHERE target_id = $1', id);
    for (const reporter of [bob, cat]) expect((await reportChat(reporter, id, 1)).status).toBe(200);
    expect((await readReports(id)).map(({ reporters }) => reporters.map((each) => each.id))).toEqual([
      [bob.id],
      [cat.id],
    ]);
  });
});

describe('a player reports at most 10 messages in 24 hours', () => {
  it('to the millisecond, and a repetition is none', async () => {
    const threadId = await createThread(ann, bob, 12);
    for (let number = 1; number <= 10; number += 1)
      expect((await report(bob, threadId, number)).status).toBe(200);
    const refused = await report(bob, threadId, 11);
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        error: 'Too many requests',
        code: 'RATE_LIMITED',
        details: 'at most 10 reports a day; try again in 86400 s',
      },
    ]);
    expect(refused.headers.get('retry-after')).toBe('86400');
    expect((await report(bob, threadId, 3)).status).toBe(200);
    pass(dayMs - 1);
    expect((await report(bob, threadId, 11)).status).toBe(429);
    pass(1);
    expect((await report(bob, threadId, 11)).status).toBe(200);
  });

  it('also if they are sent at once', async () => {
    const threadId = await createThread(ann, bob, 14);
    const sent = await Promise.all(Array.from({ length: 14 }, (_, n) => report(bob, threadId, n + 1)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(4);
    expect(await readReports(threadId)).toHaveLength(10);
  });
});

describe('the copied context', () => {
  /** The longest message: 2,000 code points of 4 bytes. */
  const longest = '🦉'.repeat(2_000);

  it('is the nearest messages in up to 16,000 bytes, the reported one always among them', async () => {
    const threadId = await createThread(ann, bob, 4, longest);
    await report(bob, threadId, 2);
    expect((await readReports(threadId))[0]?.numbers).toEqual([1, 2]);
    const short = await createThread(ann, cat, 20, 'y'.repeat(1_000));
    await report(cat, short, 12);
    expect((await readReports(short))[0]?.numbers).toEqual(Array.from({ length: 16 }, (_, n) => n + 2));
  });

  it('lets two accounts store less than 350,000 bytes a day', async () => {
    const threadId = await createThread(ann, bob, 12, longest);
    for (let n = 0; n < 12; n += 1) {
      pass(10_000);
      await reply(bob, threadId, longest);
    }
    const sent = await Promise.all(
      Array.from({ length: 24 }, (_, n) => report(n < 12 ? bob : ann, threadId, n + 1)),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(20);
    const reports = await readReports(threadId);
    expect(reports).toHaveLength(20);
    const total = reports.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBeGreaterThan(300_000);
    expect(total).toBeLessThan(350_000);
  });
});
