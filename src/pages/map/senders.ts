/** View models of the armies that may go to the chosen tile: units, odds, time, or why an army cannot go. */
import { unitTypes } from '../../contract/vocabulary.ts';
import { amounts, sumOf } from '../../game/balance.ts';
import { carryOf, stacksOf } from '../../game/fight/battle.ts';
import { distance, sameTile } from '../../game/march/map.ts';
import { holdsSeat, travelMs } from '../../game/march/marching.ts';
import { estimateOdds, goodOdds } from '../../game/fight/odds.ts';
import { shareAmounts } from '../../game/contact/plunder.ts';
import { valueOf } from '../../game/diplomacy/scoring.ts';
import { seatContactAt } from '../../game/contact/seats.ts';
import type { Amounts, Army, Tile, Units } from '../../game/types.ts';
import { countUnits, noUnits, sumUnits } from '../../game/counts.ts';
import type { EmpireState } from '../../world/read.ts';
import { mayGuard } from '../shared/ally-places.ts';
import { armyAddress, toArmyDetails } from '../shared/army-details.ts';
import { amountsText, countOf, group, unitsText } from '../shared/formatters.ts';
import { wholeNumber, type Fields } from '../shared/forms.ts';
import type { Target } from './targets.ts';

/** The page asks again before an attack that wins fewer of the trial fights. */
const fewWins = 5;

export const unitField = (armyId: string, type: string): string => `units-${armyId}-${type}`;

/** Undefined if the form has no fields for this army. */
export function unitsOfSender(fields: Fields, armyId = '') {
  const typed = unitTypes.map((type) => fields[unitField(armyId, type)]);
  if (typed.every((text) => text === undefined)) return undefined;
  return Object.fromEntries(unitTypes.map((type, index) => [type, wholeNumber(typed[index]) ?? 0]));
}

/** All of them unless the address asks about a possible part of the army. */
function unitsAsked(army: Army, fields: Fields): Units {
  const asked = unitsOfSender(fields, army.id);
  if (asked === undefined) return army.units;
  const units = noUnits();
  for (const type of unitTypes) {
    const count = asked[type];
    if (typeof count !== 'number' || count < 0 || count > army.units[type]) return army.units;
    units[type] = count;
  }
  return countUnits(units) === 0 ? army.units : units;
}

/**
 * Against the present defence.
 * @param spoils what the victor could take with unlimited carry
 */
function oddsOf(units: Units, { units: garrison, militia, wall, morale, guard }: Target, spoils: Amounts) {
  const { won, trials, attackerLeft } = estimateOdds({
    attacker: stacksOf(units),
    defender: stacksOf(garrison, militia),
    wall,
    morale,
    guard,
  });
  const losses = valueOf(units) - valueOf(attackerLeft);
  const lost = countUnits(units) - countUnits(attackerLeft);
  const worth = losses === 0 ? '' : `, worth ${group(losses)}`;
  const loot = shareAmounts(Math.min(sumOf(spoils), carryOf(attackerLeft)), spoils);
  return {
    won,
    trials,
    isPoor: won < fewWins,
    /** The price of the units that fall. */
    losses,
    lostText: `loses about ${group(lost)} of ${countOf(countUnits(units), 'units')}${worth}`,
    lootText: won === 0 ? '' : amountsText(loot),
  };
}

function guardReason({ empire }: EmpireState, army: Army): string | null {
  if (army.march !== null) return 'It is on the march.';
  return mayGuard(empire, army) ? null : 'Enough of your armies guard places already.';
}

export interface SendersOptions {
  target: Target | null;
  spoils: Amounts;
  isOnlyGuarded: boolean;
  fields: Fields;
}

/** Those that can go, guard nothing and hold no seat come first, then by odds, by losses, and by travel time. */
export function sendersFor(
  empireState: EmpireState,
  tile: Tile,
  { target, spoils, isOnlyGuarded, fields }: SendersOptions,
) {
  const { empire, world, now } = empireState;
  const { speed } = world;
  return empire.armies
    .map((army) => {
      const details = toArmyDetails(empireState, army);
      const units = unitsAsked(army, fields);
      const marchMs = travelMs(details.tile, tile, units, speed);
      const durationMs =
        target?.isSeat === true && !isOnlyGuarded
          ? seatContactAt({ now, marchMs }, target.seatHeldSince, speed) - now
          : marchMs;
      const isAlreadyHere = army.march === null && sameTile(army, tile) && target === null;
      const reason =
        details.reason ??
        (isOnlyGuarded ? guardReason(empireState, army) : null) ??
        (isAlreadyHere ? 'It is here already.' : null);
      return {
        army: details,
        units: unitsText(army.units),
        /** Null for an army on the march, which goes as a whole. */
        sent: army.march === null ? units : null,
        isPart: countUnits(units) < details.total,
        isGuard: army.guards !== null,
        holdsSeat: holdsSeat(empire, army),
        travelMs: durationMs,
        arrivesAt: now + durationMs,
        distance: distance(details.tile, tile),
        reason,
        /** Where to recall an army that can do nothing else. */
        recallHref: details.reason !== null && details.orders.recall ? armyAddress(army.id) : null,
        /** Null if the target may not be attacked. */
        odds: reason === null && target?.refusal === null ? oddsOf(units, target, spoils) : null,
      };
    })
    .sort(
      (a, b) =>
        Number(a.reason !== null) - Number(b.reason !== null) ||
        Number(a.isGuard || a.holdsSeat) - Number(b.isGuard || b.holdsSeat) ||
        (b.odds?.won ?? 0) - (a.odds?.won ?? 0) ||
        (a.odds?.losses ?? 0) - (b.odds?.losses ?? 0) ||
        a.travelMs - b.travelMs,
    );
}

type Sender = ReturnType<typeof sendersFor>[number];

/** The standing armies beside the first one that would win with it, if none wins alone; null without. */
export function togetherFrom(senders: readonly Sender[], target: Target | null) {
  const able = senders.filter(({ odds }) => odds !== null);
  const free = able.filter(
    ({ sent, isGuard, holdsSeat: keepsSeat }) => sent !== null && !isGuard && !keepsSeat,
  );
  const [first] = free;
  if (target === null || first === undefined || able.some(({ odds }) => (odds?.won ?? 0) >= goodOdds))
    return null;
  const joined = free.filter(({ army }) => sameTile(army.tile, first.army.tile)).map(({ army }) => army);
  if (joined.length < 2) return null;
  const { won, trials } = oddsOf(sumUnits(joined), target, amounts(0, 0, 0));
  if (won < goodOdds) return null;
  return { names: joined.map(({ name }) => name), won, trials, href: armyAddress(first.army.id) };
}
