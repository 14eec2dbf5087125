/** Properties of alliances in random games, against a model of who is bound to which alliance. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { alliancePauseMs } from '../../src/game/diplomacy/alliances.ts';
import { holderIdOf } from '../../src/game/battle-types.ts';
import type { WorldSlice } from '../../src/game/types.ts';
import { casesOf, findUnreached } from '../support/campaign.ts';
import { commands, momentOf, perform, worlds } from '../support/random-games.ts';
import { battleRandomOf, hourMs, idMaker, refusal, t0 } from '../support/worlds.ts';

const seed = 20_261_123;

/** When each empire was bound to an alliance: as a member, and for the pause after it. */
class Bonds {
  readonly #bonds: { empireId: string; allianceId: string; until: number }[] = [];
  readonly #pauseMs: number;

  constructor({ speed }: WorldSlice) {
    this.#pauseMs = Math.ceil(alliancePauseMs / speed);
  }

  /** Notes the memberships that have begun or ended since the last call, at `now`. */
  note({ empires }: WorldSlice, now: number): void {
    for (const { id: empireId, membership } of empires.values()) {
      const allianceId = membership?.dissolvedAt === null ? membership.allianceId : null;
      const open = this.#bonds.find((bond) => bond.empireId === empireId && bond.until === Infinity);
      if (open?.allianceId === (allianceId ?? undefined)) continue;
      if (open !== undefined) open.until = now + this.#pauseMs;
      if (allianceId !== null) this.#bonds.push({ empireId, allianceId, until: Infinity });
    }
  }

  /** Whether two empires are bound to one alliance at a moment after the last call of `note`. */
  areAllied(one: string, other: string, at: number): boolean {
    const of = (id: string): string[] =>
      this.#bonds
        .filter(({ empireId, until }) => empireId === id && at < until)
        .map((bond) => bond.allianceId);
    return of(one).some((allianceId) => of(other).includes(allianceId));
  }
}

/** Advances the world, and compares each contact that this decides with the bonds. Returns what the contacts were. */
function advanceAndCompare(world: WorldSlice, until: number, bonds: Bonds): string[] {
  const undecided = [...world.battles.values()].filter(({ outcome }) => outcome === null);
  advance(world, until, battleRandomOf);
  return undecided.flatMap((battle) => {
    const { attackerId, contactAt, outcome, target } = battle;
    if (outcome === null || target.type === 'seat') return [];
    const holderId = holderIdOf(battle);
    const isAllied = attackerId !== holderId && bonds.areAllied(attackerId, holderId, contactAt);
    if (outcome.result !== 'called_off') expect(isAllied).toBe(false);
    if (outcome.reason === 'allied') expect(isAllied).toBe(true);
    return [outcome.reason ?? 'fought'];
  });
}

it('outside of seats, allies neither order attacks on each other nor fight, and nobody else is called off as an ally', () => {
  const seen = new Set<string>();
  const property = fc.property(worlds, commands(30), (world, orders) => {
    const newId = idMaker();
    const bonds = new Bonds(world);
    let now = t0;
    for (const order of orders) {
      now = momentOf(order, now, world.speed);
      for (const reason of advanceAndCompare(world, now, bonds)) seen.add(reason);
      const known = new Set(world.battles.keys());
      seen.add(refusal(() => perform(world, order, now, newId)) ?? 'accepted');
      for (const [id, battle] of world.battles)
        if (!known.has(id) && battle.target.type !== 'seat')
          expect(bonds.areAllied(battle.attackerId, holderIdOf(battle), now)).toBe(false);
      bonds.note(world, now);
    }
    const end = now + Math.ceil((8 * hourMs) / world.speed);
    for (const reason of advanceAndCompare(world, end, bonds)) seen.add(reason);
  });
  const missing = findUnreached(['fought', 'allied', 'ALLIED'], seen, (batch) =>
    fc.assert(property, { seed: seed + batch, numRuns: casesOf(300) }),
  );
  expect(missing).toEqual([]);
});
