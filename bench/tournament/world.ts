/** The world of a match: seats, and empires with their villages, founded in the order and by the rules of a real world. */
import { createHash } from 'node:crypto';
import { newEmpire } from '../../src/game/founding/founding.ts';
import { nearestFreeTile, tileTowards, tilesAnEmpire } from '../../src/game/march/map.ts';
import { foundingsPerSeat, newKeeper, seatWish } from '../../src/game/contact/seats.ts';
import type { Empire, Tile, WorldSlice } from '../../src/game/types.ts';
import { newVillage, placeVillages, villageRules } from '../../src/game/founding/villages.ts';
import type { Chance } from '../../src/bots/mind/chance.ts';

const radius = 1000;
const systemOwner = 'system';

export interface MatchWorld {
  world: WorldSlice;
  /** The empires of the players, in the order of their founding. */
  empires: Empire[];
}

interface FoundingOptions {
  now: number;
  speed: number;
  /** Decides in which directions the players settle. */
  chance: Chance;
  newId: () => string;
  /** The id of an empire or a seat; its name by default. */
  idOf?: (name: string) => string;
}

/** @param count number of players */
export function foundWorld(
  count: number,
  { now, speed, chance, newId, idOf = (name) => name }: FoundingOptions,
): MatchWorld {
  const world: WorldSlice = {
    speed,
    radius,
    firstReignAt: now,
    empires: new Map(),
    battles: new Map(),
  };
  const found = (): Empire[] => [...world.empires.values()];
  const occupied = (): (Tile & { isVillage: boolean })[] =>
    found().flatMap(({ kind, cities, seats }) =>
      [...cities, ...seats].map(({ x, y }) => ({ x, y, isVillage: kind === 'village' })),
    );
  const freeTile = (wish: Tile): Tile => nearestFreeTile(wish, occupied(), radius) ?? wish;

  const addSeat = (number: number): void => {
    const tile = freeTile(seatWish(number, turnsOf(`seat:${number}`)));
    const seat = { id: idOf(`seat-${number}`), number, ...tile, heldSince: null };
    const keeper = newKeeper(seat, { id: idOf(`keeper-${number}`), ownerId: systemOwner }, now);
    world.empires.set(keeper.id, keeper);
  };
  addSeat(0);
  const empires = Array.from({ length: count }, (_, index) => {
    const tile = freeTile(tileTowards({ x: 0, y: 0 }, chance(), tilesAnEmpire * Math.sqrt(index)));
    const name = `empire-${index + 1}`;
    const id = idOf(name);
    const drafts = villageRules.map((_rule, number) => ({
      id: idOf(`${name}-village-${number}`),
      name: `village ${number} of ${name}`,
      turns: turnsOf(`${name}:village:${number}`),
    }));
    const villages = placeVillages(tile, drafts, occupied(), radius);
    const empire = newEmpire({ id, name, ownerId: id, tile }, now, newId);
    world.empires.set(id, empire);
    for (const placed of villages) {
      world.empires.set(placed.id, newVillage(placed, systemOwner, { now, speed, newId }));
    }
    if ((index + 1) % foundingsPerSeat === 0) addSeat((index + 1) / foundingsPerSeat);
    return empire;
  });
  return { world, empires };
}

/** A direction as a fraction of a full turn: the first 32 bits, big-endian, of the SHA-256 of the text. */
function turnsOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}
