/** Random games of alliances on the database, with two instances and orders at the same time. */
import { afterEach, expect, it } from 'vitest';
import { acceptMember, changeRole, foundAlliance, removeMember } from '../../src/alliance/membership.ts';
import { apply, dissolve, invite } from '../../src/alliance/operations.ts';
import { makeChance, pickFrom } from '../../src/bots/mind/chance.ts';
import { allianceRoles } from '../../src/contract/vocabulary.ts';
import { alliancePauseMs } from '../../src/game/alliances.ts';
import type { Empire } from '../../src/game/types.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { checkAlliances } from '../../src/world/verify/players.ts';
import { cityOf, dayMs, makeWorld, minuteMs, the } from '../support/worlds.ts';
import { attackOn, empireState, idOf, openStage, readWorld, type Hand, type Stage } from './stage.ts';

const speed = 30;
const rounds = 150;
const atOnce = 3;

let stage: Stage;
afterEach(() => stage.close());

/** An empire with five armies. */
function makePlayer(n: number): Empire {
  const empire = empireState(`empire ${n}`, { at: { x: 0, y: 8 * n } });
  const army = the(empire.armies[0]);
  for (let copy = 1; copy < 5; copy += 1)
    empire.armies.push({ ...structuredClone(army), id: idOf(`empire ${n} army ${copy}`) });
  return empire;
}

/** When empires were bound to alliances, by their event logs: as members, and for the pause after it. */
async function readBonds({ pool }: Hand) {
  const { rows } = await pool.query<{ empire_id: string; at: number; type: string; alliance_id: string }>(
    `SELECT empire_id, at, type, data ->> 'alliance_id' AS alliance_id FROM event_log_entries
     WHERE type IN ('alliance_joined', 'alliance_left') ORDER BY empire_id, number`,
  );
  const joined = rows.filter(({ type }) => type === 'alliance_joined');
  return joined.map(({ empire_id: empireId, alliance_id: allianceId, at: from }) => {
    const left = rows.find(
      (row) =>
        row.type === 'alliance_left' &&
        row.empire_id === empireId &&
        row.alliance_id === allianceId &&
        row.at >= from,
    );
    return {
      empireId,
      allianceId,
      from,
      until: left === undefined ? Infinity : left.at + alliancePauseMs / speed,
    };
  });
}

it('members are counted, and allies never fight', async () => {
  const chance = makeChance(7);
  const empires = Array.from({ length: 6 }, (_, n) => makePlayer(n));
  stage = await openStage(makeWorld(empires, speed));
  const hands = [stage.join(), stage.join()];
  const [left] = hands as [Hand, Hand];
  const allianceIds: string[] = [idOf('none')];
  const outcomes = new Set<string>();
  const one = (): Empire => pickFrom(empires, chance);
  const viewerOf = (empireId: string) => ({
    empireId,
    userId: the(empires.find(({ id }) => id === empireId)).ownerId,
    mutedUntil: null,
  });
  /** A viewer, usually a member, with its alliance or a recent one, and an empire, often another member. */
  const choose = async (hand: Hand) => {
    const members = [...(await readWorld(hand)).empires.values()].filter(
      ({ membership }) => membership !== null,
    );
    const leaders = members.filter(({ membership }) => membership?.role === 'leader');
    const likelyOnes = chance() < 0.5 ? leaders : members;
    const by = likelyOnes.length > 0 && chance() < 0.8 ? pickFrom(likelyOnes, chance) : one();
    const allianceId = by.membership?.allianceId ?? pickFrom(allianceIds.slice(-2), chance);
    const allies = members.filter(({ membership }) => membership?.allianceId === allianceId);
    const empire = allies.length > 0 && chance() < 0.5 ? pickFrom(allies, chance) : one();
    return [viewerOf(by.id), { allianceId, empireId: empire.id }] as const;
  };

  const orders = {
    found: async ({ deps }: Hand) => {
      const tag = pickFrom(['OWL', 'CAT'], chance);
      const body = { name: `Random ${tag}`, tag };
      allianceIds.push((await foundAlliance(deps, viewerOf(one().id), body)).alliance.id);
    },
    invite: async (hand: Hand) => invite(hand.deps, ...(await choose(hand))),
    apply: ({ deps }: Hand) => apply(deps, viewerOf(one().id), pickFrom(allianceIds.slice(-2), chance)),
    accept: async ({ deps, pool }: Hand) => {
      const { rows } = await pool.query<{ alliance_id: string; empire_id: string; kind: string }>(
        'SELECT alliance_id, empire_id, kind FROM alliance_candidates ORDER BY alliance_id, empire_id',
      );
      if (rows.length === 0) return;
      const { alliance_id: allianceId, empire_id: empireId, kind } = pickFrom(rows, chance);
      const viewer = viewerOf(kind === 'invitation' ? empireId : one().id);
      await acceptMember(deps, viewer, { allianceId, empireId });
    },
    remove: async (hand: Hand) => removeMember(hand.deps, ...(await choose(hand))),
    role: async (hand: Hand) => {
      const [viewer, subject] = await choose(hand);
      await changeRole(hand.deps, viewer, { ...subject, role: pickFrom(allianceRoles, chance) });
    },
    dissolve: async (hand: Hand) => {
      const [viewer, { allianceId }] = await choose(hand);
      await dissolve(hand.deps, viewer, allianceId);
    },
    attack: async (hand: Hand) => {
      const [by, on, armyNumber] = [one().id, one().id, Math.floor(chance() * 5)];
      if (by === on) return;
      const target = the((await readWorld(hand)).empires.get(on));
      await hand.executeCommand(by, attackOn(`battle ${chance()}`, target, cityOf(target), armyNumber));
    },
  };
  const names = Object.keys(orders) as (keyof typeof orders)[];
  const often = ['found', 'invite', 'apply', 'accept', 'role', 'attack'] as const;
  const likely = [...names, ...often, ...often, ...often, ...often, 'accept', 'accept'] as const;

  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      Array.from({ length: atOnce }, async (_, n) => {
        const name = pickFrom(likely, chance);
        try {
          await orders[name](the(hands[n % 2]));
          outcomes.add(name);
        } catch (error) {
          if (!(error instanceof GameError)) throw error;
          outcomes.add(error.code);
        }
      }),
    );
    stage.time.advance(Math.floor(chance() * (chance() < 0.7 ? 0.5 : 12) * minuteMs));
    if (chance() < 0.5) await left.clock.catchUp();
    expect(await checkAlliances({ db: left.pool })).toEqual([]);
  }
  stage.time.advance(dayMs);
  await left.clock.catchUp();

  const bonds = await readBonds(left);
  for (const { attackerId, defenderId, contactAt, outcome } of (await readWorld(left)).battles.values()) {
    const alliancesOf = (id: string): string[] =>
      bonds
        .filter(({ empireId, from, until }) => empireId === id && from < contactAt && contactAt < until)
        .map(({ allianceId }) => allianceId);
    const areAllied = alliancesOf(attackerId).some((id) => alliancesOf(defenderId).includes(id));
    const { result, reason } = the(outcome);
    outcomes.add(reason ?? 'fought');
    if (result !== 'called_off') expect(areAllied).toBe(false);
    if (reason === 'allied') expect(areAllied).toBe(true);
  }
  // Races decide what else is reached.
  expect([...outcomes]).toEqual(expect.arrayContaining(['accept', 'remove', 'attack', 'fought']));
});
