/** The battle on the landing page: a great or recent one, else an example that anyone can reproduce. */
import type { Role } from '../../contract/vocabulary.ts';
import { resolveFight } from '../../game/battle.ts';
import type { Stacks } from '../../game/types.ts';
import { hitPointsOf, percentLeft, stripOf } from '../../shared-ui/strength.ts';
import { capitalise, leftText, roundsText, stacksText } from '../../shared-ui/words.ts';
import { battleRandomOf } from '../../world/battle-random.ts';
import { drawStrengthChart } from '../shared/charts.ts';
import { tagged } from '../shared/formatters.ts';
import { example } from '../shared/simulator-form.ts';
import type { ShownBattleRow } from './queries.ts';

/** The example of the rules, computed by the resolver of the game. */
function exampleOutcome(): Pick<ShownBattleRow['outcome'], 'attackerStart' | 'defenderStart' | 'rounds'> {
  const { attacker: attackerStart, defender: defenderStart, seed } = example;
  const { rounds } = resolveFight({ ...example, rolls: battleRandomOf(seed) });
  return { attackerStart, defenderStart, rounds };
}

/**
 * The place of the battle is left out, because strangers do not need the tile.
 * @param row the battle to show; null for the example
 * @param empireId the viewer's empire, whose side is blue
 */
export function showBattle(row: ShownBattleRow | null, empireId: string | null) {
  const { attackerStart, defenderStart, rounds } = row?.outcome ?? exampleOutcome();
  const toSide = (side: Role, start: Stacks) => {
    const name = row === null ? capitalise(side) : tagged(row[`${side}_name`], row[`${side}_tag`]);
    const values = [start, ...rounds.map((round) => round[side].units)].map(hitPointsOf);
    const ends = { start: values[0] ?? 0, left: values.at(-1) ?? 0 };
    return { name, values, ends, left: leftText(percentLeft(ends.left, ends.start)) };
  };
  const attacker = toSide('attacker', attackerStart);
  const defender = toSide('defender', defenderStart);
  const [own, foe] = row?.defender_id === empireId ? [defender, attacker] : [attacker, defender];
  const forces = `${stacksText(attackerStart)} against ${stacksText(defenderStart) || 'nobody'}`;
  const isParticipant = row?.attacker_id === empireId || row?.defender_id === empireId;
  return {
    strip: stripOf(own.ends, foe.ends),
    // No banners: the colours show the two sides.
    sides: { own: { ...own, empireId: null }, foe: { ...foe, empireId: null } },
    chart: drawStrengthChart(own, foe),
    /** A description of the drawing, in a sentence. */
    caption:
      row === null
        ? `An example, until this world has a battle to show: ${forces} behind a wall of level ${example.wall}, ${roundsText(rounds.length)}.`
        : `${attacker.name} attacked ${defender.name}: ${forces}, ${roundsText(rounds.length)}.`,
    /** The report, if the viewer may open it; else null. */
    href: row !== null && isParticipant ? `/battle/${row.id}` : null,
  };
}
