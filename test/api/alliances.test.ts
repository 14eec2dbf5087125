/** Alliances over HTTP: what each role may do, what others see of it, and the lists. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AllianceView, Candidacy, Candidate } from '../../src/contract/alliance.ts';
import { endAlliances, enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { addEmpires } from '../support/crowd.ts';
import { expose, setUnits } from '../support/set-state.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createPlayer, createEmpire, userIdOf } from '../support/players.ts';
import { orderAttack } from '../support/requests.ts';

const game = useTestGame({ unsound: 'empires have no city' });
let leader: Ruler;
let officer: Ruler;
let member: Ruler;
let outsider: Ruler;
let id: string;

beforeAll(async () => {
  const rulers = [];
  for (let n = 0; n < 4; n += 1) rulers.push(await createEmpire(game, { x: 0, y: 20 * n }));
  [leader, officer, member, outsider] = rulers as [Ruler, Ruler, Ruler, Ruler];
});

/** Ends all alliances, and founds one of leader, officer and member. */
async function begin(): Promise<void> {
  await endAlliances(game);
  id = await foundAlliance(leader);
  for (const ruler of [officer, member]) await enlist(leader, id, ruler);
  await leader.send('PUT', at(`/member/${officer.empireId}`), { role: 'officer' });
}
beforeEach(async () => {
  await game.query('DELETE FROM blocks');
  await begin();
});

const at = (path: string): string => `/api/alliance/${id}${path}`;
const invite = (by: Ruler, ruler: Ruler) =>
  by.send('POST', at('/invitations'), { empire_id: ruler.empireId });
const candidacies = async (ruler: Ruler) =>
  (await ruler.send<{ candidacies: Candidacy[] }>('GET', '/api/candidacies')).body.candidacies;
const setRole = (role: string) => (by: Ruler) => by.send('PUT', at(`/member/${member.empireId}`), { role });
const expel = (ruler: () => Ruler) => (by: Ruler) => by.send('DELETE', at(`/member/${ruler().empireId}`));
/** Requests with the status for leader, officer, member and outsider. */
const rows: [request: string, ask: (by: Ruler) => Promise<{ status: number }>, statuses: number[]][] = [
  ['read the alliance', (by) => by.send('GET', at('')), [200, 200, 200, 200]],
  ['read the candidates', (by) => by.send('GET', at('/candidates')), [200, 200, 403, 403]],
  ['describe it', (by) => by.send('PUT', at(''), { description: 'Wise' }), [200, 403, 403, 403]],
  ['invite an empire', (by) => invite(by, outsider), [201, 201, 403, 403]],
  ['promote a member', setRole('officer'), [200, 403, 400, 403]],
  ['hand it over', setRole('leader'), [200, 403, 400, 403]],
  ['expel a member', expel(() => member), [200, 200, 200, 403]],
  ['expel an officer', expel(() => officer), [200, 200, 403, 403]],
  ['expel the leader', expel(() => leader), [200, 403, 403, 403]],
  ['apply', (by) => by.send('POST', at('/applications')), [409, 409, 409, 201]],
  ['dissolve it', (by) => by.send('DELETE', at('')), [200, 403, 403, 403]],
];

describe('a request', () => {
  // A member that expels itself leaves, which is allowed to each of them.
  it.each(rows)('to %s', async (_request, ask, statuses) => {
    const asking = [leader, officer, member, outsider];
    // The most powerful last: what it does changes the rest.
    for (const index of [3, 2, 1, 0]) {
      const ruler = asking[index];
      if (ruler === undefined) continue;
      await begin();
      expect((await ask(ruler)).status, `as number ${index}`).toBe(statuses[index]);
    }
  });

  it('of a player without an empire is refused', async () => {
    const visitor = await createPlayer(game);
    for (const [method, path, body] of [
      ['POST', '/api/alliances', { name: 'Nothing', tag: 'NIL' }],
      ['POST', at('/applications')],
      ['GET', '/api/candidacies'],
    ] as const)
      expect((await visitor.send(method, path, body)).status, path).toBe(403);
  });
});

describe('an invitation', () => {
  it('can be accepted once, and is then gone', async () => {
    expect((await invite(officer, outsider)).status).toBe(201);
    expect(await candidacies(outsider)).toMatchObject([
      { kind: 'invitation', alliance: { id, member_count: 3 } },
    ]);
    const accept = () => outsider.send('POST', at('/members'), { empire_id: outsider.empireId });
    expect((await accept()).status).toBe(201);
    expect(await candidacies(outsider)).toEqual([]);
    expect((await accept()).status).toBe(404);
    const { body } = await outsider.send<{ alliance: object }>('GET', `/api/empire/${outsider.empireId}`);
    expect(body.alliance).toMatchObject({ id, role: 'member' });
  });

  it('can be declined, and withdrawn', async () => {
    const remove = (by: Ruler) => by.send('DELETE', at(`/candidate/${outsider.empireId}`));
    for (const by of [outsider, officer]) {
      await invite(leader, outsider);
      expect((await remove(by)).status).toBe(200);
      expect((await remove(by)).status).toBe(404);
    }
  });

  it('changes nothing when repeated', async () => {
    await invite(leader, outsider);
    expect((await invite(officer, outsider)).status).toBe(201);
    expect(await candidacies(outsider)).toHaveLength(1);
  });

  it('to a player who blocks its author does not arrive, and the author does not see it', async () => {
    await outsider.send('POST', '/api/blocks', { user_id: await userIdOf(game, officer) });
    expect((await invite(officer, outsider)).status).toBe(201);
    expect(await candidacies(outsider)).toEqual([]);
    const accepted = await outsider.send('POST', at('/members'), { empire_id: outsider.empireId });
    const declined = await outsider.send('DELETE', at(`/candidate/${outsider.empireId}`));
    expect([accepted.status, declined.status]).toEqual([404, 404]);
    const { body } = await officer.send<{ candidates: Candidate[] }>('GET', at('/candidates'));
    expect(body.candidates).toMatchObject([{ kind: 'invitation', empire_id: outsider.empireId }]);
    // An application takes its place.
    expect((await outsider.send('POST', at('/applications'))).status).toBe(201);
    expect(await candidacies(outsider)).toMatchObject([{ kind: 'application' }]);
  });

  it('to a bot is refused', async () => {
    const bot = await userIdOf(game, outsider);
    await game.query('UPDATE users SET is_bot = true WHERE id = $1', bot);
    expect(await invite(officer, outsider)).toMatchObject({ status: 400, body: { code: 'INVALID_TARGET' } });
    await game.query('UPDATE users SET is_bot = false WHERE id = $1', bot);
  });
});

it('an alliance has at most 100 candidates, and an empire 100 candidacies', async () => {
  const { pool } = game.instance;
  const strangers = await addEmpires(
    game,
    outsider,
    Array.from({ length: 100 }, (_, n) => ({
      name: `Stranger ${n}`,
      militaryScore: 0,
      economicScore: 0,
      createdAt: 1,
    })),
  );
  const insertCandidates = (ids: readonly string[], isOpen = true): Promise<unknown> =>
    pool.query(
      `INSERT INTO alliance_candidates (alliance_id, empire_id, kind, at, is_open, expires_at)
       SELECT $1, unnest($2::uuid[]), 'application', 1, $3, $4`,
      [id, ids, isOpen, game.clock.now() + 3_600_000],
    );
  // Those that have ended do not count.
  await insertCandidates(strangers, false);
  expect((await invite(leader, outsider)).status).toBe(201);
  await pool.query('DELETE FROM alliance_candidates');
  await insertCandidates(strangers.slice(1));
  const remove = (): Promise<{ status: number }> =>
    outsider.send('DELETE', at(`/candidate/${outsider.empireId}`));
  expect([(await invite(leader, outsider)).status, (await remove()).status]).toEqual([201, 200]);
  await insertCandidates(strangers.slice(0, 1));
  const full = { status: 409, body: { code: 'CANDIDATE_LIMIT' } };
  expect(await invite(leader, outsider)).toMatchObject(full);
  expect(await outsider.send('POST', at('/applications'))).toMatchObject(full);

  await pool.query('DELETE FROM alliance_candidates');
  await pool.query(
    `WITH others AS (
       INSERT INTO alliances SELECT (jsonb_populate_record(a, jsonb_build_object(
         'id', gen_random_uuid(), 'tag_key', 'x' || n, 'name_key', 'x' || n))).* FROM alliances a, generate_series(1, 100) n WHERE a.id = $1
       RETURNING id
     )
     INSERT INTO alliance_candidates (alliance_id, empire_id, kind, at, expires_at) SELECT id, $2, 'invitation', 1, 1 FROM others`,
    [id, outsider.empireId],
  );
  expect(await invite(leader, outsider)).toMatchObject(full);
  expect(await outsider.send('POST', at('/applications'))).toMatchObject(full);
});

describe('an application', () => {
  it('is accepted by an officer', async () => {
    await outsider.send('POST', at('/applications'));
    const accepted = { empire_id: outsider.empireId };
    expect((await member.send('POST', at('/members'), accepted)).status).toBe(403);
    expect((await officer.send('POST', at('/members'), accepted)).status).toBe(201);
    const { members } = await readAlliance(leader, id);
    expect(members.map(({ role }) => role)).toEqual(['leader', 'officer', 'member', 'member']);
  });

  it('makes an invitation needless, and the reverse', async () => {
    await outsider.send('POST', at('/applications'));
    expect(await invite(leader, outsider)).toMatchObject({ status: 409, body: { code: 'INVALID_TARGET' } });
    await outsider.send('DELETE', at(`/candidate/${outsider.empireId}`));
    await invite(leader, outsider);
    const applied = await outsider.send('POST', at('/applications'));
    expect(applied).toMatchObject({ status: 409, body: { code: 'INVALID_TARGET' } });
  });

  it('is listed, the newest first', async () => {
    await outsider.send('POST', at('/applications'));
    const fifth = await createEmpire(game, { x: 40, y: 0 });
    await game.pass(1000);
    await fifth.send('POST', at('/applications'));
    const { candidates } = await leader.read<{ candidates: Candidate[] }>(at('/candidates'));
    expect(candidates.map(({ empire_id }) => empire_id)).toEqual([fifth.empireId, outsider.empireId]);
  });
});

describe('leaving', () => {
  it('bars from the next alliance for a day, and the former one for attacks', async () => {
    await member.send('DELETE', at(`/member/${member.empireId}`));
    const founded = () => member.send('POST', '/api/alliances', { name: 'The Cats', tag: 'CAT' });
    expect(await founded()).toMatchObject({ status: 409, body: { code: 'ALLIANCE_PAUSE' } });
    await setUnits(game, member.armyId, { soldiers: 10 });
    await expose(game, leader.empireId);
    const attack = () => orderAttack(member, leader.capitalId);
    expect(await attack()).toMatchObject({ status: 403, body: { code: 'ALLIED' } });
    await game.pass(24 * 3_600_000);
    expect((await founded()).status).toBe(201);
    expect((await attack()).status).toBe(201);
  });

  it('by the leader leaves the alliance to the officer, the last one ends it', async () => {
    await leader.send('DELETE', at(`/member/${leader.empireId}`));
    expect(await readAlliance(leader, id)).toMatchObject({ leader_id: officer.empireId, member_count: 2 });
    for (const ruler of [officer, member]) await ruler.send('DELETE', at(`/member/${ruler.empireId}`));
    expect((await leader.send('GET', at(''))).status).toBe(404);
  });
});

it('an officer leads after 30 days without the leader, who leads again on return', async () => {
  const { pool } = game.instance;
  const away = game.clock.now() - 30 * 24 * 3_600_000;
  await pool.query('UPDATE empires SET last_active_at = $2 WHERE id = $1', [leader.empireId, away]);
  expect((await readAlliance(member, id)).leader_id).toBe(officer.empireId);
  expect((await officer.send('PUT', at(''), { description: 'Ours' })).status).toBe(200);
  expect((await leader.send('PUT', at(''), { description: 'Mine' })).status).toBe(200);
});

it.each([
  ['tag', ({ tag }: AllianceView) => ({ name: 'Other', tag: tag.toLowerCase() })],
  // The full width of letters is folded, too.
  ['name', ({ name }: AllianceView) => ({ name: name.toUpperCase().replace('O', 'Ｏ'), tag: 'OTHER' })],
])('a %s is unique, ignoring case, and free after the end of its alliance', async (_part, similar) => {
  const body = similar(await readAlliance(leader, id));
  const founded = () => outsider.send('POST', '/api/alliances', body);
  expect(await founded()).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
  await leader.send('DELETE', at(''));
  expect((await founded()).status).toBe(201);
});
