/** Changes of alliances on the database. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { acceptMember, foundAlliance, removeMember } from '../../src/alliance/membership.ts';
import { dissolve, invite } from '../../src/alliance/operations.ts';
import { selectAlliance } from '../../src/alliance/queries.ts';
import type { Empire } from '../../src/game/types.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { begin } from '../support/database.ts';
import { cityOf, dayMs, hourMs, makeWorld, the } from '../support/worlds.ts';
import { attackOn, empireState, idOf, openStage, readWorld, type Hand, type Stage } from './stage.ts';

let stage: Stage;
afterEach(() => stage.close());

const actorOf = ({ deps: services }: Hand, { id, ownerId }: Empire) => ({
  services,
  viewer: { userId: ownerId, empireId: id, mutedUntil: null },
});

let named = 0;

/** The code of a refusal, or 'done'. */
async function outcomeOf(change: Promise<unknown>): Promise<string> {
  try {
    await change;
    return 'done';
  } catch (error) {
    if (error instanceof GameError) return error.code;
    throw error;
  }
}

/** A world of Ann, Bob, Cat and further empires in a row, with two instances. */
async function open(further = 0) {
  const empires = Array.from({ length: 3 + further }, (_, n) =>
    empireState(`empire ${n}`, { at: { x: 0, y: 10 * n } }),
  );
  stage = await openStage(makeWorld(empires));
  const [ann, bob, cat, ...others] = empires as [Empire, Empire, Empire, ...Empire[]];
  return { ann, bob, cat, others, left: stage.join(), right: stage.join() };
}

async function found(hand: Hand, leader: Empire, tag = 'OWL'): Promise<string> {
  return (await foundAlliance(actorOf(hand, leader), { name: `Owls ${(named += 1)}`, tag })).alliance.id;
}

async function join(hand: Hand, allianceId: string, leader: Empire, empire: Empire): Promise<void> {
  await invite(actorOf(hand, leader), { allianceId, empireId: empire.id });
  await acceptMember(actorOf(hand, empire), { allianceId, empireId: empire.id });
}

/** An alliance that Ann leads, with Bob as a member, and two instances. */
async function openPair() {
  const { ann, bob, left, right } = await open();
  const id = await found(left, ann);
  await join(left, id, ann, bob);
  return { ann, bob, id, left, right };
}

const rowOf = async ({ pool }: Hand, allianceId: string) =>
  (
    await pool.query<{ members: number; dissolved_at: number | null; counted: number }>(
      `SELECT members, dissolved_at, (SELECT count(*)::int FROM empires WHERE alliance_id = a.id) AS counted
     FROM alliances a WHERE id = $1`,
      [allianceId],
    )
  ).rows[0];

const entriesOf = async ({ pool }: Hand, { id }: Empire) =>
  (
    await pool.query<{ type: string }>(
      'SELECT type FROM event_log_entries WHERE empire_id = $1 ORDER BY number',
      [id],
    )
  ).rows.map(({ type }) => type);

describe('membership', () => {
  it('is stored in the row of the empire, with its tag', async () => {
    const { bob, id, left } = await openPair();
    const members = [...(await readWorld(left)).empires.values()].map(({ membership }) => membership);
    expect(members.map((membership) => [membership?.allianceId, membership?.tag, membership?.role])).toEqual(
      expect.arrayContaining([
        [id, 'OWL', 'leader'],
        [id, 'OWL', 'member'],
      ]),
    );
    expect(await rowOf(left, id)).toEqual({ members: 2, dissolved_at: null, counted: 2 });
    expect(await entriesOf(left, bob)).toEqual(['alliance_invited', 'alliance_joined']);
  });

  it('ends, and the alliance ends with the last one', async () => {
    const { ann, bob, id, left } = await openPair();
    await removeMember(actorOf(left, ann), { allianceId: id, empireId: ann.id });
    expect((await selectAlliance(left.pool, stage.time, id)).leader_id).toBe(bob.id);
    await removeMember(actorOf(left, bob), { allianceId: id, empireId: bob.id });
    expect(await rowOf(left, id)).toMatchObject({ members: 0, counted: 0 });
    expect(await outcomeOf(selectAlliance(left.pool, stage.time, id))).toBe('NOT_FOUND');
    // The tag is free again.
    stage.time.advance(dayMs);
    await found(left, bob);
  });

  it('ends for all when the leader dissolves the alliance, by the clock and without their locks', async () => {
    const { ann, bob, cat, left, right } = await open();
    const id = await found(left, ann);
    await join(left, id, ann, bob);
    const held = await begin(right.pool, 'SELECT FROM empires FOR NO KEY UPDATE');
    await dissolve(actorOf(left, ann), id);
    await held.commit();
    expect(await outcomeOf(invite(actorOf(left, ann), { allianceId: id, empireId: cat.id }))).toBe(
      'NOT_FOUND',
    );
    await left.clock.catchUp();
    expect(await rowOf(left, id)).toMatchObject({ members: 0, counted: 0 });
    expect(await entriesOf(left, bob)).toEqual(['alliance_invited', 'alliance_joined', 'alliance_left']);
    expect(
      (await left.pool.query('SELECT FROM due_empires WHERE at <= $1', [stage.time.now()])).rowCount,
    ).toBe(0);
  });

  it('ends at the moment of the dissolution, even if the clock is late', async () => {
    const { ann, left } = await open();
    const id = await found(left, ann);
    const dissolvedAt = stage.time.now();
    await dissolve(actorOf(left, ann), id);
    stage.time.advance(hourMs);
    // The cached empire does not know of it.
    await left.executeCommand(ann.id, () => null);
    const { formerAlliance } = the((await readWorld(left)).empires.get(ann.id));
    expect(formerAlliance).toEqual({ allianceId: id, leftAt: dissolvedAt });
  });

  it('a contact that was due before the empire joined is fought', async () => {
    const { ann, bob, left } = await open();
    const id = await found(left, ann);
    await invite(actorOf(left, ann), { allianceId: id, empireId: bob.id });
    const battleId = await left.executeCommand(ann.id, attackOn('a', bob, cityOf(bob)));
    stage.time.advance(hourMs);
    // No clock runs: the membership decides the due contact first.
    await acceptMember(actorOf(left, bob), { allianceId: id, empireId: bob.id });
    const world = await readWorld(left);
    expect(the(world.battles.get(battleId)).outcome?.reason).toBeNull();
    expect(the(world.empires.get(bob.id)).membership?.allianceId).toBe(id);
  });
});

it('a change waits for an empire that is held, and is refused when that takes too long', async () => {
  const { ann, left, right } = await open();
  const held = await begin(right.pool, 'SELECT FROM empires WHERE id = $1 FOR NO KEY UPDATE', [ann.id]);
  const refused = outcomeOf(found(left, ann));
  expect(await refused).toBe('BUSY');
  const founding = found(left, ann);
  await delay(20);
  await held.commit();
  expect(await founding).not.toBe(idOf('none'));
});
