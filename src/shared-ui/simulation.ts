/** A simulated fight as texts by slot of the simulator page, which the server fills first, and the browser on input. */
import {
  maxRounds,
  resolveFight,
  type Fight,
  type FightResult,
  type RollTable,
} from '../game/fight/battle.ts';
import { estimateOdds } from '../game/fight/odds.ts';
import { countOfAll, hitPointsOf, stripOf } from './strength.ts';
import { capitalise, group, oddsText, roundsText, roundTexts, stacksText, volleyText } from './words.ts';

const losing = { own: 'the attacker loses', foe: 'the defender loses' };

function resultText({ winner, rounds }: FightResult): string {
  const after = `in ${roundsText(rounds.length)}`;
  if (winner === 'draw')
    return rounds.length === maxRounds ? `A draw after ${maxRounds} rounds` : `A draw ${after}`;
  return `The ${winner} wins ${after}`;
}

/** `round-1-attacker`, `round-1-defender`, `round-1-fallen` and so on; empty for rounds not fought. */
function roundSlots(sides: Omit<Fight, 'rolls'>, fight: FightResult): Record<string, string> {
  const slots: Record<string, string> = {};
  const texts = roundTexts(sides, fight, 'attacker', losing);
  for (let index = 0; index < maxRounds; index += 1) {
    const round = fight.rounds[index];
    const slot = `round-${index + 1}`;
    slots[`${slot}-attacker`] = round === undefined ? '' : group(countOfAll(round.attacker.units));
    slots[`${slot}-defender`] = round === undefined ? '' : group(countOfAll(round.defender.units));
    slots[`${slot}-fallen`] = texts[index] ?? '';
  }
  return slots;
}

/** Once with these rolls, and 40 times with others for the odds. */
export function simulate(sides: Omit<Fight, 'rolls'>, rolls: RollTable) {
  const fight = resolveFight({ ...sides, rolls });
  const odds = estimateOdds(sides);
  const [attackers, defenders] = [countOfAll(sides.attacker), countOfAll(sides.defender)];
  const [attackerLeft, defenderLeft] = [countOfAll(fight.attacker), countOfAll(fight.defender)];
  const text = oddsText(odds);
  const defenderFallen = defenders - countOfAll(odds.defenderLeft);
  const slots: Record<string, string> = {
    result: resultText(fight),
    odds: `${capitalise(text)}, and about ${group(defenderFallen)} of the defender’s ${group(defenders)}.`,
    trials: String(odds.trials),
    won: String(odds.won),
    drawn: String(odds.drawn),
    lost: String(odds.lost),
    morale: `${sides.morale / 10} %`,
    volley: volleyText(sides.attacker, fight.volley),
    attackers: group(attackers),
    defenders: group(defenders),
    'attacker-left': attackerLeft === 0 ? 'none left' : `${stacksText(fight.attacker)} left`,
    'defender-left': defenderLeft === 0 ? 'none left' : `${stacksText(fight.defender)} left`,
    ...roundSlots(sides, fight),
  };
  /** After the last round; the attacker is on the left. */
  const strip = stripOf(
    { start: hitPointsOf(sides.attacker), left: hitPointsOf(fight.attacker) },
    { start: hitPointsOf(sides.defender), left: hitPointsOf(fight.defender) },
  );
  return { fight, odds, slots, strip };
}
