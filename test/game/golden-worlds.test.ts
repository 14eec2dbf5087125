/**
 * Worlds that were recorded with a release, replayed by the present rules. A difference changes running games: it must be
 * meant, and declared in CHANGELOG.md. `npm run record:worlds` then records them again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { armyLimit } from '../../src/game/balance.ts';
import { battleResults, callOffReasons } from '../../src/contract/vocabulary.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { playBots, replay, type Game } from '../support/golden-worlds.ts';
import { commandsWithLeave, worlds, type Command } from '../support/random-games.ts';
import { at, dump, makeEmpire, makeKeeper, makeWorld } from '../support/worlds.ts';

const isRecording = process.env.RECORD_WORLDS === '1';
const folder = new URL('golden/', import.meta.url);

const recorded = {
  /** Ten days of bots. */
  bots: () => [playBots()],
  limits: () => [playLimits()],
  /** Random commands of three neighbours, with leaves, alliances and wishes: each game reaches what none before it has. */
  neighbours: () => {
    const seen = new Set<string>();
    const drawn = fc.sample(fc.tuple(worlds, commandsWithLeave(60)), { seed: 2, numRuns: 2_500 });
    return drawn
      .map(([world, commands]) => ({ world: dump(world), steps: commands.map((command) => ({ command })) }))
      .filter((game) => {
        const golden = replay(game);
        golden.finish();
        const isNew = [...golden.reached].some((name) => !seen.has(name));
        for (const name of golden.reached) seen.add(name);
        return isNew;
      });
  },
};

/** An empire that attacks four seats at once, and splits an army until it may have no more. */
function playLimits(): Pick<Game, 'world' | 'steps'> {
  const armies = Array.from({ length: 5 }, () => ({ units: { soldiers: 2_000 } }));
  const tiles = [at(4, 0), at(0, 5), at(-6, 0), at(0, -7)];
  const keepers = tiles.map((tile, number) =>
    makeKeeper(`k${number}`, { id: `seat-${number}`, number, ...tile, heldSince: null }),
  );
  const command = { empire: 0, second: 0, amount: 1, wait: 1 };
  const seizures = tiles.map((_, n): Command => ({ ...command, kind: 'seize', first: n, second: n }));
  const splits = Array.from({ length: armyLimit }, (): Command => ({ ...command, kind: 'split', first: 4 }));
  const world = makeWorld([makeEmpire({ id: 'e1', armies, stock: { food: 50_000 } }), ...keepers]);
  return { world: dump(world), steps: [...seizures, ...splits].map((given) => ({ command: given })) };
}

const events = {
  city_founded: true,
  sack_ended: true,
  city_renamed: false,
  construction_complete: true,
  training_complete: true,
  army_arrived: true,
  desertion: true,
  seat_taken: true,
  seat_lost: true,
  guard_arrived: true,
  guard_left: true,
  guard_fell: true,
  reign_ended: true,
  goal_reached: true,
  alliance_joined: false,
  alliance_role: false,
  alliance_left: true,
  leave_begun: true,
  leave_ended: true,
  protection_ended: true,
  wish_ordered: true,
  battle_ordered: true,
  battle_decided: true,
} satisfies Record<GameEvent['kind'], boolean>;

/** Of orders of cities and armies. All others need a database. */
const refusals = [
  ...['REQUIREMENT_MISSING', 'INSUFFICIENT_POPULATION', 'INSUFFICIENT_RESOURCES', 'QUEUE_FULL', 'NOT_FOUND'],
  ...['PROTECTED', 'ARMY_BUSY', 'ARMY_LIMIT', 'INVALID_TARGET', 'VALIDATION_ERROR', 'RECENTLY_RECALLED'],
  ...['ALLIED', 'ALLIANCE_MEMBER', 'ALLIANCE_PAUSE', 'ON_LEAVE', 'SEAT_LIMIT'],
];

const expected = [
  ...Object.entries(events).flatMap(([kind, isDue]) => (isDue ? [kind] : [])),
  ...[...battleResults.filter((result) => result !== 'called_off'), ...callOffReasons, 'village_grown'],
  ...refusals.map((code) => `refused: ${code}`),
];

const reached = new Set<string>();

describe('a recorded world', () => {
  it.each(Object.keys(recorded) as (keyof typeof recorded)[])(
    '%s has the same outcome',
    (name) => {
      const file = new URL(`${name}.json.br`, folder);
      if (isRecording) {
        const games = recorded[name]().map((game): Game => ({ ...game, outcome: replay(game).finish() }));
        writeFileSync(file, brotliCompressSync(JSON.stringify(games)));
      }
      expect(existsSync(file), 'no recording; run: npm run record:worlds').toBe(true);
      const games = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Game[];
      for (const [index, game] of games.entries()) {
        const golden = replay(game);
        expect(
          golden.finish(),
          `game ${index + 1} has another outcome; declare the change in CHANGELOG.md, and run: npm run record:worlds`,
        ).toEqual(game.outcome);
        for (const each of golden.reached) reached.add(each);
      }
    },
    600_000,
  );

  it('occurs with every kind of due work, contact, refusal and end of a reign', () => {
    expect(expected.filter((name) => !reached.has(name))).toEqual([]);
  });
});
