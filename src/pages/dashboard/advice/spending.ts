/** Advice while stores are full: the next order that can be paid is to be given. */
import { resources, type BuildingType } from '../../../contract/vocabulary.ts';
import { capOf, usualRatesOf, wholeStock } from '../../../game/economy/stock.ts';
import { joinAnd } from '../../../shared-ui/words.ts';
import { adviseLevel, adviseProduction, buildingOf, type Advice, type Situation } from './orders.ts';

/** After production: room for more, and what everything else needs. */
const others: readonly BuildingType[] = ['warehouse', 'town_hall', 'house', 'wall'];

/** `gold and food`; null while all resources have room, or do not grow. */
function fullText({ empireState: { empire, world } }: Situation): string | null {
  const [stock, rates, cap] = [wholeStock(empire), usualRatesOf(empire, world.speed), capOf(empire)];
  const full = resources.filter((resource) => rates[resource] > 0 && stock[resource] >= cap);
  return full.length === 0 ? null : joinAnd(full);
}

/**
 * Calls to spend on the advised order if that can be given now, else on another one. Unchanged if there is room, or
 * nothing to order.
 */
export function adviseSpending<Next extends Advice>(
  situation: Situation,
  next: Next | null,
): Next | Advice | null {
  const full = fullText(situation);
  if (full === null) return next;
  const { cities, empireState } = situation;
  const payable =
    next !== null && next.refusal === null && (next.form !== undefined || next.cost !== undefined)
      ? next
      : [
          ...cities.flatMap((city) => adviseProduction(city, empireState) ?? []),
          ...others.flatMap((type) =>
            cities.map((city) => adviseLevel(city, buildingOf(city, type), 'It can be paid now.')),
          ),
        ].find(({ refusal }) => refusal === null);
  if (payable === undefined) return next;
  const title = `Spend: ${payable.title.replace(/^./, (letter) => letter.toLowerCase())}`;
  return { ...payable, title, reason: `Your stores of ${full} are full: more is lost. ${payable.reason}` };
}
