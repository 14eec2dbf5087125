/** What a public link to a report shows in other programs: Open Graph texts. */
import type { BattleView } from '../../contract/battle.ts';
import { countOfAll } from '../../shared-ui/strength.ts';
import { group, roundsText } from '../../shared-ui/words.ts';
import { tagged } from '../shared/formatters.ts';
import { placeOf } from './report.ts';

/** One sentence on the sides, and one on the fight. */
function describe(view: BattleView): string {
  const { attacker, defender } = view;
  const [one, other] = [attacker, defender].map((side) => tagged(side.empire_name, side.alliance_tag));
  const sides = `${one} attacked ${other} at ${placeOf(view, null)}.`;
  if (attacker.units_start === null || defender.units_start === null) return `${sides} Nobody fought.`;
  const [own, foe] = [attacker, defender].map(({ units_start: start, units_end: end }) => ({
    start: group(start === null ? 0 : countOfAll(start)),
    left: group(end === null ? 0 : countOfAll(end)),
  }));
  return `${sides} ${own?.start} units against ${foe?.start}, ${roundsText(view.rounds.length)}; ${own?.left} and ${foe?.left} are left.`;
}

/** @param origin the public address of the server */
export function toOpenGraph(
  view: BattleView,
  title: string,
  { origin, token }: { origin: string; token: string },
) {
  return { title, description: describe(view), origin, url: `${origin}/battle/${view.id}?share=${token}` };
}
