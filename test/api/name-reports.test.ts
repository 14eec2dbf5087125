/** Reports of the names and descriptions of empires, cities and alliances. */
import { describe, expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useNew, useTwoInstances, type Ruler } from '../support/game.ts';
import { createWriter, type Writer } from '../support/messages.ts';

const games = useTwoInstances();
const ann = useNew(() => createWriter(games[0]));
const bob = useNew(() => createWriter(games[1]));
const cat = useNew(() => createWriter(games[1]));

type Type = 'empire' | 'city' | 'alliance';
const report = (from: Ruler, target_type: Type, target_id: string, reason = '') =>
  from.send<{ code: string; details: string }>('POST', '/api/reports', { target_type, target_id, reason });
const readReports = (targetId: string) =>
  games[0].query(
    `SELECT kind, number::int, reported_id, context, (SELECT count(*)::int FROM reporters WHERE report_id = id) AS reporters
     FROM reports WHERE target_id = $1 ORDER BY id`,
    targetId,
  );
const handleAll = () => games[0].query('UPDATE reports SET handled_at = 1');

async function describeAll(owner: Writer): Promise<Record<Type, string>> {
  await owner.send('PUT', `/api/empire/${owner.empireId}`, {
    name: `Rude ${owner.username}`,
    description: 'Vile',
  });
  await owner.send('PUT', `/api/city/${owner.capitalId}`, { name: 'Insult' });
  const alliance = await foundAlliance(owner);
  await owner.send('PUT', `/api/alliance/${alliance}`, { description: 'Crude' });
  return { empire: owner.empireId, city: owner.capitalId, alliance };
}

describe('a report', () => {
  it('copies name and description, and those of several players are one', async () => {
    const targets = await describeAll(ann);
    const expected = {
      empire: { name: `Rude ${ann.username}`, description: 'Vile' },
      city: { description: null, empire_id: ann.empireId },
      alliance: { description: 'Crude' },
    };
    for (const [type, id] of Object.entries(targets) as [Type, string][]) {
      for (const from of [bob, bob, cat]) expect((await report(from, type, id, 'Rude')).status).toBe(200);
      const rows = await readReports(id);
      const row = { kind: type, number: 0, reported_id: ann.id, reporters: 2, context: expected[type] };
      expect(rows).toMatchObject([row]);
    }
  });

  it('keeps what was reported when the name changes, and takes another after it was handled', async () => {
    const before = await ann.read<{ name: string }>(`/api/empire/${ann.empireId}`);
    await report(bob, 'empire', ann.empireId);
    await ann.send('PUT', `/api/empire/${ann.empireId}`, { name: `Other ${ann.username}` });
    expect(await readReports(ann.empireId)).toMatchObject([{ context: { name: before.name } }]);
    await handleAll();
    await report(bob, 'empire', ann.empireId);
    expect(await readReports(ann.empireId)).toMatchObject([
      {},
      { context: { name: `Other ${ann.username}` } },
    ]);
  });

  it('of an own empire, city or alliance is refused; a member reports the alliance', async () => {
    const targets = await describeAll(ann);
    await enlist(ann, targets.alliance, bob);
    for (const [type, id] of Object.entries(targets) as [Type, string][]) {
      const { status, body } = await report(ann, type, id);
      expect([type, status, body.code, body.details]).toEqual([
        type,
        400,
        'INVALID_TARGET',
        'it is your own',
      ]);
    }
    expect((await report(bob, 'alliance', targets.alliance)).status).toBe(200);
  });

  it('of what does not exist, has no player or is of another type is refused', async () => {
    const [village] = await games[0].query<{ id: string }>(
      `SELECT id FROM empires WHERE kind <> 'player' LIMIT 1`,
    );
    const nowhere = '00000000-0000-4000-8000-00000000dead';
    const targets: [Type, string][] = [
      ['empire', nowhere],
      ['empire', village?.id ?? nowhere],
      ['city', ann.empireId],
      ['empire', ann.capitalId],
      ['alliance', ann.empireId],
    ];
    for (const [type, id] of targets)
      expect([type, (await report(bob, type, id)).status]).toEqual([type, 404]);
  });

  it('counts among the 10 of a day, together with those of messages, also at once on two instances', async () => {
    const targets: string[] = [];
    for (let n = 0; n < 12; n += 1) targets.push((await createWriter(games[n % 2 === 0 ? 0 : 1])).empireId);
    const sent = await Promise.all(targets.map((id) => report(bob, 'empire', id)));
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(200), 429, 429]);
    const threads = await bob.send<{ details: string }>('POST', '/api/reports', {
      target_type: 'city',
      target_id: ann.capitalId,
    });
    expect([threads.status, threads.body.details]).toEqual([
      429,
      'at most 10 reports a day; try again in 86400 s',
    ]);
  });
});
