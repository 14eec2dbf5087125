/** Plans a raid on each target: the army that goes, its odds, and why none can go. */
import { estimateOdds, goodOdds, safeOdds } from '../../game/odds.ts';
import { distance, sameTile } from '../../game/map.ts';
import { tileOf, travelMs } from '../../game/marching.ts';
import { endsProtection } from '../../game/protection.ts';
import type { Army, Empire } from '../../game/types.ts';
import { sumUnits } from '../../game/units.ts';
import type { EmpireState } from '../../world/read.ts';
import { toArmyDetails } from '../shared/army-details.ts';
import { fightAgainst, fightForSeat, spoilsOf } from '../shared/city-fights.ts';
import { resultWords } from '../shared/battle-summary.ts';
import { amountsText, seatName, tagged, unitsText } from '../shared/formatters.ts';
import { newcomerOf, ownerOf, refusalToAttack, refusalToSeize } from '../shared/neighbours.ts';
import type { RaidTargetRow } from './queries.ts';

/** Armies that are tried for a target, the nearest first. */
const maxTried = 3;

/** A target with the state of its owner. */
export interface Target {
  row: RaidTargetRow;
  owner: EmpireState;
}

/** The name of a city or seat. */
export const nameOf = (row: RaidTargetRow): string => (row.type === 'city' ? row.name : seatName(row));

function fightOf(own: Empire, army: Army, { row, owner }: Target, speed: number) {
  if (row.type === 'seat') return fightForSeat(own, army, owner.empire, { ...row, at: owner.now, speed });
  const city = owner.empire.cities.find(({ id }) => id === row.id);
  return city === undefined ? null : fightAgainst(own, { army }, owner.empire, city);
}

/** The nearest of these armies that wins, else the one with the best odds; null without an army. */
function bestArmy({ empire, world, now }: EmpireState, armies: readonly Army[], target: Target) {
  const { row } = target;
  const tried = armies
    .map((army) => ({ army, marchMs: travelMs(tileOf(army, now), row, army.units, world.speed) }))
    .sort((a, b) => a.marchMs - b.marchMs || (a.army.id < b.army.id ? -1 : 1))
    .slice(0, maxTried);
  let best: { army: Army; marchMs: number; won: number } | null = null;
  for (const { army, marchMs } of tried) {
    const fight = fightOf(empire, army, target, world.speed);
    const won = fight === null ? 0 : estimateOdds(fight).won;
    if (best === null || won > best.won) best = { army, marchMs, won };
    if (won >= goodOdds) break;
  }
  return best;
}

/** What is there, in words: what a victory would take of a city, or who holds a seat. */
function holdingOf({ row, owner }: Target): string {
  const { empire } = owner;
  if (row.type === 'city') return amountsText(spoilsOf(owner, row.id)) || 'nothing to take';
  const units = sumUnits(empire.armies.filter((army) => army.march === null && sameTile(army, row)));
  return unitsText(units) || (row.empire_kind === 'keeper' ? 'its keeper' : 'no garrison');
}

/** The raids, nearest to the capital first. Each army goes to one target. */
export function planRaids(empireState: EmpireState, targets: readonly Target[]) {
  const { empire, now } = empireState;
  const [home = { x: 0, y: 0 }] = empire.cities;
  const free = empire.armies.filter((army) => toArmyDetails(empireState, army).reason === null);
  const protectedUntil = newcomerOf(empire, now)?.until ?? null;
  return targets
    .map((target) => ({ ...target, distance: distance(home, target.row) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ row, owner, distance: tiles }) => {
      const target = { row, owner };
      const refusal =
        row.type === 'seat' ? refusalToSeize(empireState, row) : refusalToAttack(empireState, ownerOf(row));
      const best = refusal === null ? bestArmy(empireState, free, target) : null;
      if (best !== null) free.splice(free.indexOf(best.army), 1);
      const ends = protectedUntil !== null && (row.type === 'seat' || endsProtection(ownerOf(row), now));
      return {
        id: row.id,
        name: nameOf(row),
        owner: row.empire_kind === 'village' ? 'Village' : tagged(row.empire_name, row.alliance_tag),
        x: row.x,
        y: row.y,
        tiles,
        holds: holdingOf(target),
        last: {
          battleId: row.battle_id,
          /** Null until its last round was shown. */
          result:
            row.ends_at === null || row.ends_at > now || row.result === null
              ? null
              : resultWords[row.result].attacker,
          loot: row.ends_at === null || row.ends_at > now || row.loot === null ? '' : amountsText(row.loot),
        },
        army: best?.army ?? null,
        marchMs: best?.marchMs ?? 0,
        won: best?.won ?? 0,
        /** The field of the form; null if the raid cannot be ordered here. */
        order: best === null || ends ? null : `${best.army.id}:${row.type}:${row.id}`,
        isGood: best !== null && best.won >= goodOdds,
        /** Whether it is ticked beforehand. */
        isSafe: best !== null && best.won >= safeOdds,
        why: refusal ?? (best === null ? 'no army is free' : ends ? 'it would end your protection' : null),
      };
    });
}
