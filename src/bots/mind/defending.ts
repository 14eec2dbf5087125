/** Orders of a mind under attack: help where it decides, evasion of hopeless attacks. */
import { militiaOf } from '../../game/balance.ts';
import { noStacks, stacksOf } from '../../game/fight/battle.ts';
import { levelOf, populationOf } from '../../game/economy/stock.ts';
import { sumUnits } from '../../game/counts.ts';
import { sameTile } from '../../game/march/map.ts';
import { cityAt, standsAt, travelMs } from '../../game/march/marching.ts';
import { estimateOdds } from '../../game/fight/odds.ts';
import { scoresOf } from '../../game/diplomacy/scoring.ts';
import { seatAt, moraleAgainst } from '../../game/contact/seats.ts';
import type { Army, Tile } from '../../game/types.ts';
import type { Draft } from './draft.ts';
import type { Threat } from './sight.ts';

const trials = 10;
/** Chances to hold: below the first a garrison evades, from the second no help is sent. */
const hopeless = 0.2;
const safe = 0.9;

/** Sends help to a city or seat that then holds, or else lets a hopeless garrison evade. */
export function defend(draft: Draft): void {
  const { empire, sight } = draft;
  for (const threat of sight.threats) {
    const { tile } = threat;
    const city = cityAt(empire, tile);
    if ((city === null && seatAt(empire, tile) === null) || threat.units === null) continue;
    const garrison = empire.armies.filter((army) => standsAt(army, tile));
    if (chanceToHold(draft, garrison, threat) >= safe) continue;
    const helpers = helpersFor(draft, threat);
    if (chanceToHold(draft, [...garrison, ...helpers], threat) >= 0.5) {
      for (const army of helpers)
        draft.tryOrder({ kind: 'move', armyId: army.id, to: { x: tile.x, y: tile.y } });
    } else if (!threat.isGuarded && chanceToHold(draft, garrison, threat) < hopeless) {
      for (const army of garrison) evade(draft, tile, army);
    }
  }
}

/** Those that the garrisons probably do not hold, and that meet no guard. */
export function threatsToGuard(draft: Draft): Threat[] {
  const { empire, sight } = draft;
  return sight.threats.filter((threat) => {
    const { tile, units, isGuarded } = threat;
    const isPlace = cityAt(empire, tile) !== null || seatAt(empire, tile) !== null;
    if (!isPlace || isGuarded || units === null) return false;
    const garrison = empire.armies.filter((army) => standsAt(army, tile));
    return chanceToHold(draft, garrison, threat) < 0.5;
  });
}

/** From 0 to 1; a draw counts as held. */
function chanceToHold(draft: Draft, armies: readonly Army[], threat: Threat): number {
  const { empire, sight } = draft;
  const city = cityAt(empire, threat.tile);
  const seat = seatAt(empire, threat.tile);
  const attacker = sight.neighbours.find(({ id }) => id === threat.attackerId);
  const own = scoresOf(empire).total;
  const scores = { attacker: attacker?.score ?? own, defender: own };
  const militia = city === null ? 0 : militiaOf(populationOf(city));
  const { won } = estimateOdds(
    {
      attacker: threat.units === null ? noStacks() : stacksOf(threat.units),
      defender: stacksOf(sumUnits(armies), militia),
      wall: city === null ? 0 : levelOf(city, 'wall'),
      morale: moraleAgainst(scores, {
        heldSince: seat?.heldSince ?? null,
        at: threat.contactAt,
        speed: sight.speed,
      }),
    },
    trials,
  );
  return 1 - won / trials;
}

/** Idle armies elsewhere, not under attack, that arrive in time. */
function helpersFor({ empire, sight }: Draft, { tile: target, contactAt }: Threat): Army[] {
  return empire.armies.filter(
    (army) =>
      army.march === null &&
      !sameTile(army, target) &&
      !sight.threats.some(({ tile }) => sameTile(tile, army)) &&
      sight.now + travelMs(army, target, army.units, sight.speed) < contactAt,
  );
}

function evade(draft: Draft, { x, y }: Tile, army: Army): void {
  draft.tryOrder({ kind: 'move', armyId: army.id, to: { x: x + (x > 0 ? -1 : 1), y } });
}
