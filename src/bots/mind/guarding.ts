/** Sends guards to allies under attack. */
import { stacksOf } from '../../game/fight/battle.ts';
import { travelMs } from '../../game/march/marching.ts';
import { estimateOdds } from '../../game/fight/odds.ts';
import { scoresOf, valueOf } from '../../game/diplomacy/scoring.ts';
import { moraleAgainst } from '../../game/contact/seats.ts';
import type { Army } from '../../game/types.ts';
import type { Draft } from './draft.ts';
import type { AlliedThreat } from './sight.ts';
import { armiesInCities, freeShare, sendShare, shareOf } from './stationing.ts';
import { styleRules, type Temperament } from './temperament.ts';

/** Per attack. The guard must hold in all but one. */
const trials = 6;
const mayLose = 1;
/** Of the units not needed at home: the least that holds is sent. */
const shares = [0.25, 0.5, 1];

export function guardAllies(draft: Draft, { style }: Temperament): void {
  const { empire, sight } = draft;
  if (styleRules[style].armyShare === 0 || sight.threats.length > 0) return;
  for (const threat of sight.alliedThreats) {
    const isSent = empire.armies.some(({ guards }) => guards?.id === threat.place.id);
    if (threat.isGuarded || isSent) continue;
    for (const army of armiesInCities(empire)) {
      const free = freeShare(draft, style, army);
      const share = shares.map((part) => part * free).find((part) => holds(draft, army, part, threat));
      const { place } = threat;
      if (
        share !== undefined &&
        sendShare(draft, army, share, (armyId) => ({ kind: 'guard', armyId, place }))
      )
        return;
    }
  }
}

function holds({ empire, sight }: Draft, army: Army, share: number, threat: AlliedThreat): boolean {
  const { now, speed, neighbours, seats } = sight;
  const { attackerId, tile, place, contactAt: at } = threat;
  const units = shareOf(army.units, share);
  if (threat.units === null || valueOf(units) === 0 || now + travelMs(army, tile, units, speed) >= at)
    return false;
  const own = scoresOf(empire).total;
  const scores = {
    attacker: neighbours.find(({ id }) => id === attackerId)?.score ?? own,
    defender: own,
  };
  const heldSince = seats.find(({ id }) => id === place.id)?.heldSince ?? null;
  const morale = moraleAgainst(scores, { heldSince, at, speed });
  const fight = { attacker: stacksOf(threat.units), defender: stacksOf(units), wall: 0, morale };
  return estimateOdds(fight, trials).won <= mayLose;
}
