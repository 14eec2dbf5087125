/** What stands around an empire: the targets of its armies, and whether each is protected. */
import { distance } from '../game/map.ts';
import { travelMs } from '../game/marching.ts';
import { describeProtection, protectionOf } from '../game/protection.ts';
import { scoresOf } from '../game/scoring.ts';
import type { Army, Tile } from '../game/types.ts';
import type { Realm } from '../world/read.ts';
import type { SeenRow } from './queries.ts';

const targetsAnArmy = 16;
const listed = 40;

export interface Neighbour {
  kind: 'city' | 'army';
  id: string;
  name: string;
  owner: string;
  score: number;
  tile: Tile;
  /** In tiles; from the capital in the list, from the army among its targets. */
  distance: number;
  /** Why it cannot be attacked at present, or null. */
  protection: string | null;
}

export interface Target extends Neighbour {
  travelMs: number;
}

/** Everything of other empires, with the decision whether it may be attacked. */
export function toNeighbours({ empire, now }: Realm, seen: readonly SeenRow[]): Neighbour[] {
  const from = empire.cities[0] ?? { x: 0, y: 0 };
  const { total: score } = scoresOf(empire);
  return seen
    .filter((row) => row.empire_id !== empire.id)
    .map((row) => {
      const refused = protectionOf(
        { score, attackedByTargetAt: empire.attackedBy[row.empire_id] ?? null },
        {
          score: row.score,
          createdAt: row.created_at,
          protectionEnded: row.protection_ended,
          lastCommandAt: row.last_command_at,
        },
        now,
      );
      return {
        kind: row.kind,
        id: row.id,
        name: row.name,
        owner: row.empire_name,
        score: row.score,
        tile: { x: row.x, y: row.y },
        distance: distance(from, row),
        protection: refused === null ? null : describeProtection(refused),
      };
    })
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
}

/** The nearest of them, and however far those around the tile that was looked at. */
export function toList(neighbours: readonly Neighbour[], look: Tile | null): Neighbour[] {
  if (look === null) return neighbours.slice(0, listed);
  return [...neighbours]
    .map((neighbour) => ({ neighbour, away: distance(neighbour.tile, look) }))
    .sort((a, b) => a.away - b.away)
    .map(({ neighbour }) => neighbour)
    .slice(0, listed);
}

/** What this army can be sent against: the nearest, and what stands nearest to the tile that was looked at. */
export function targetsOf(
  army: Army,
  at: Tile,
  neighbours: readonly Neighbour[],
  look: Tile | null,
  speed: number,
): Target[] {
  const byDistance = (from: Tile): Neighbour[] =>
    neighbours
      .map((neighbour) => ({ ...neighbour, distance: distance(from, neighbour.tile) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, targetsAnArmy);
  const chosen = [...byDistance(at), ...(look === null ? [] : byDistance(look))];
  const byId = new Map(chosen.map((neighbour) => [neighbour.id, neighbour]));
  return [...byId.values()]
    .map((neighbour) => ({
      ...neighbour,
      distance: distance(at, neighbour.tile),
      travelMs: travelMs(at, neighbour.tile, army.units, speed),
    }))
    .sort((a, b) => a.distance - b.distance);
}
