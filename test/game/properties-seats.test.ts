/** Properties of seats in random games: one holder each, crowns for every millisecond, battles that name the holder. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { holderIdOf } from '../../src/game/battle-types.ts';
import { guardAt } from '../../src/game/diplomacy/guards.ts';
import { allianceCrownsAt, crownPartsAt } from '../../src/game/diplomacy/reigns.ts';
import { truceMs } from '../../src/game/contact/seats.ts';
import type { WorldSlice } from '../../src/game/types.ts';
import { casesOf } from '../support/campaign.ts';
import { commands, commandsOfMeetings, play, worlds } from '../support/random-games.ts';
import { battleRandomOf, hourMs, the } from '../support/worlds.ts';

const holds = <T>(property: fc.IProperty<T>, numRuns: number, batch = 0): void =>
  fc.assert(property, { seed: 20_260_104 + batch, numRuns: casesOf(numRuns) });

it('every seat has one holder, whom undecided attacks on it name, or its guard, and no empire has more than three', () => {
  let guarded = 0;
  const check = ({ empires, battles }: WorldSlice): void => {
    const all = [...empires.values()];
    const ids = all.flatMap(({ seats }) => seats.map(({ id }) => id)).sort();
    expect(ids).toEqual(['seat-0', 'seat-1', 'seat-2', 'seat-3']);
    expect(Math.max(...all.map(({ seats }) => seats.length))).toBeLessThanOrEqual(3);
    for (const battle of battles.values()) {
      const { outcome, target } = battle;
      if (outcome !== null || target.type !== 'seat') continue;
      expect(the(empires.get(holderIdOf(battle))).seats.map(({ id }) => id)).toContain(target.id);
      const guard = all.find((empire) => guardAt(empire, target.id) !== null)?.id;
      const isMet = guard !== undefined && guard !== battle.attackerId;
      expect(battle.defenderId).toBe(isMet ? guard : holderIdOf(battle));
      if (isMet) guarded += 1;
    }
  };
  const property = fc.property(worlds, commandsOfMeetings(30), (world, orders) => {
    const { now } = play(world, orders);
    check(world);
    advance(world, now + Math.ceil((12 * hourMs) / world.speed), battleRandomOf);
    check(world);
  });
  for (let batch = 0; batch < 40 && (batch === 0 || guarded === 0); batch++) holds(property, 60, batch);
  expect(guarded).toBeGreaterThan(0);
});

it('attacks on a seat fight at the earliest when its truce ends, the largest of a moment first', () => {
  let queued = 0;
  holds(
    fc.property(worlds, commands(30), (world, orders) => {
      // Many attacks on seats in a short time, so that some meet at the end of a truce.
      const seizing = orders.map((order) => ({
        ...order,
        kind: order.kind === 'attack' || order.kind === 'move' ? ('seize' as const) : order.kind,
        wait: Math.floor(order.wait / 10),
      }));
      const { now } = play(world, seizing);
      advance(world, now + Math.ceil((12 * hourMs) / world.speed), battleRandomOf);
      const truce = Math.ceil(truceMs / world.speed);
      const bySeat = [0, 1, 2, 3].map((number) =>
        [...world.battles.values()].filter(({ target }) => target.id === `seat-${number}`),
      );
      for (const battles of bySeat) {
        const taken = battles
          .filter(({ outcome }) => outcome?.result === 'attacker_won')
          .sort((a, b) => the(a.outcome).at - the(b.outcome).at);
        for (const [index, { outcome }] of taken.entries())
          if (index > 0)
            expect(the(outcome).at).toBeGreaterThanOrEqual(the(taken[index - 1]?.outcome).at + truce);
        for (const winner of taken) {
          const rivals = battles.filter(
            ({ contactAt, outcome }) => contactAt === winner.contactAt && outcome?.reason === 'truce',
          );
          queued += rivals.length;
          for (const { value } of rivals) expect(value).toBeLessThanOrEqual(winner.value);
        }
      }
    }),
    150,
  );
  expect(queued).toBeGreaterThan(0);
});

it('crowns that count for alliances are a part of the crowns, and end when the membership ends', () => {
  let counted = 0;
  holds(
    fc.property(worlds, commands(40), (world, orders) => {
      const { gameEvents, now } = play(world, orders);
      const end = now + Math.ceil((12 * hourMs) / world.speed);
      gameEvents.push(...advance(world, end, battleRandomOf));
      const written = gameEvents.flatMap((gameEvent) =>
        gameEvent.kind === 'reign_ended' ? [[gameEvent.crownParts, gameEvent.allianceCrowns] as const] : [],
      );
      const current = [...world.empires.values()].map(
        (empire) =>
          [crownPartsAt(empire, end, world.speed), allianceCrownsAt(empire, end, world.speed)] as const,
      );
      for (const [parts, byAlliance] of [...written, ...current]) {
        const all = Object.values(byAlliance);
        counted += all.length;
        expect(Math.min(0, ...all)).toBe(0);
        expect(all.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(parts);
      }
    }),
    100,
  );
  expect(counted).toBeGreaterThan(0);
});

it('crowns add up to the time for which players held seats', () => {
  const reached = new Set<string>();
  holds(
    fc.property(worlds, commands(40), (world, orders) => {
      // The time before the reign of the start counts in it, as in the generated world.
      const start = the(world.empires.get('e2')).reignEndsAt ?? 0;
      const reignStart = world.firstReignAt;
      expect(start).toBeGreaterThan(reignStart);
      const since = new Map(
        [...world.empires.values()].flatMap(({ kind, seats }) =>
          kind === 'player' ? seats.map(({ id }) => [id, reignStart] as const) : [],
        ),
      );
      const { gameEvents, now } = play(world, orders);
      const end = now + Math.ceil((12 * hourMs) / world.speed);
      gameEvents.push(...advance(world, end, battleRandomOf));
      let held = 0;
      let written = 0;
      for (const gameEvent of gameEvents) {
        reached.add(gameEvent.kind);
        if (gameEvent.kind === 'reign_ended') {
          written += gameEvent.crownParts;
        } else if (gameEvent.kind === 'seat_taken') {
          const from = since.get(gameEvent.seat.id);
          if (from !== undefined) held += gameEvent.at - from;
          since.set(gameEvent.seat.id, gameEvent.at);
        }
      }
      for (const from of since.values()) held += end - from;
      const current = [...world.empires.values()].map((empire) => crownPartsAt(empire, end, world.speed));
      expect(Math.min(...current)).toBeGreaterThanOrEqual(0);
      expect(written + current.reduce((sum, parts) => sum + parts, 0)).toBe(held * world.speed);
    }),
    120,
  );
  expect(['seat_taken', 'reign_ended'].filter((kind) => !reached.has(kind))).toEqual([]);
});
