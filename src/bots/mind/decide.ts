/**
 * The mind of a bot: a pure function from what it sees to its orders. Refused orders are its only memory; its goals
 * follow from its temperament and its empire.
 */
import { hourMs } from '../../kernel/time.ts';
import { build } from './building.ts';
import { found, openingGoal, wantsCity } from './founding.ts';
import { launchAttacks } from './attacking.ts';
import type { Chance } from './chance.ts';
import { defend } from './defending.ts';
import { Draft } from './draft.ts';
import { guardAllies } from './guarding.ts';
import type { Memory, Order } from './orders.ts';
import { passSeats, takeSeat } from './seats.ts';
import type { Sight } from './sight.ts';
import { regroup } from './stationing.ts';
import { styleRules, trainsEarly, type Temperament } from './temperament.ts';
import { armyShortfall, train } from './training.ts';

/** Free people that houses are built for at once while the army is too small. */
const maxRecruits = 60;
/** Of the stock, for units in peace: more would stop the growth that pays for them. */
const peaceShare = 0.25;

/**
 * Orders as they are to be sent. The draft has tried each under the rules, so the server refuses one only for reasons
 * that the bot cannot see.
 * @param onLook is called for each city of another player whose defence is tried in trial fights
 */
export function decide(
  temperament: Temperament,
  sight: Sight,
  memory: Memory,
  chance: Chance,
  onLook?: () => void,
): Order[] {
  const draft = new Draft(sight, memory);
  // From the order of a leave on, no army sets out.
  const looks = sight.own.leave === null && looksAtArmies(temperament, sight);
  if (looks) {
    defend(draft);
    guardAllies(draft, temperament);
  }
  draft.makeRoom();
  develop(draft, temperament, chance);
  draft.makeRoom();
  if (looks) {
    passSeats(draft, temperament);
    takeSeat(draft, temperament);
    launchAttacks(draft, temperament, chance, onLook);
    regroup(draft, temperament);
  }
  return draft.orders;
}

/** Before attacks, which would fill the turns of a bot, so that its cities stop growing. */
function develop(draft: Draft, temperament: Temperament, chance: Chance): void {
  const isOpen = openingGoal(draft, temperament) === null;
  const trains = isOpen || trainsEarly(temperament.opening);
  const isArming = trains && armyShortfall(draft, temperament) > 0;
  const isSaving = wantsCity(draft, temperament);
  // The next turn spends the rest, when the sight includes the new city.
  if (isSaving && found(draft, chance)) return;
  const goals = {
    needsPeople: isArming ? Math.min(maxRecruits, armyShortfall(draft, temperament) / 100) : 0,
    isSaving,
  };
  // Raiders, and all styles under attack, train before they save for a city.
  const armsFirst = styleRules[temperament.style].raids || draft.sight.threats.length > 0;
  if (isArming && (armsFirst || !goals.isSaving)) train(draft, temperament, armsFirst ? 1 : peaceShare);
  build(draft, temperament, goals);
}

/** Whether a look falls between this turn and the next. */
function looksAtArmies({ style }: Temperament, { now, nextTurnMs, speed }: Sight): boolean {
  const intervalMs = (styleRules[style].armyLookHours * hourMs) / speed;
  return intervalMs === 0 || Math.floor(now / intervalMs) !== Math.floor((now + nextTurnMs) / intervalMs);
}
