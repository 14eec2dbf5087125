/**
 * The mind of a bot: from what it sees to what it orders, a pure function. Nothing is kept between two looks but
 * what was refused; what a temperament wants follows from what stands.
 */
import { build } from './building.ts';
import { found, openingGoal, wantsCity } from './founding.ts';
import { strike } from './attacking.ts';
import type { Chance } from './chance.ts';
import { defend, marshal } from './defending.ts';
import { Draft } from './draft.ts';
import type { Memory, Order } from './orders.ts';
import type { Sight } from './sight.ts';
import { openingRules, styleRules, type Temperament } from './temperament.ts';
import { lackOfArmy, train } from './training.ts';

/** People that are wanted at once for an army that is too small. */
const recruits = 60;

/**
 * What a bot of this temperament orders now: every order has been tried on a draft of its empire with the rules of
 * the game, in this order, so that only what it could not see can refuse it.
 */
export function decide(temperament: Temperament, sight: Sight, memory: Memory, chance: Chance): Order[] {
  const draft = new Draft(sight, memory);
  defend(draft);
  strike(draft, temperament, chance);
  marshal(draft);

  const isOpen = openingGoal(draft, temperament) === null;
  const trains = isOpen || openingRules[temperament.opening].trains;
  const isArming = trains && lackOfArmy(draft, temperament) > 0;
  const isSaving = wantsCity(draft, temperament);
  // What is left is spent when the new city can be seen.
  if (isSaving && found(draft, chance)) return draft.orders;
  const aims = {
    needsPeople: isArming ? Math.min(recruits, lackOfArmy(draft, temperament) / 100) : 0,
    isSaving,
  };
  // Who raids arms before he saves; the others save before they arm.
  const armsFirst = styleRules[temperament.style].raids || sight.threats.length > 0;
  if (isArming && (armsFirst || !aims.isSaving)) train(draft, temperament);
  build(draft, temperament, aims);
  return draft.orders;
}
