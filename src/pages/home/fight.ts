/** The battle on the landing page: a recent real one, else an example that anyone can reproduce. */
import { resolveFight } from '../../game/battle.ts';
import type { Round } from '../../game/battle-types.ts';
import type { Stacks } from '../../game/types.ts';
import { hitPointsOf, percentLeft, stripOf } from '../../shared-ui/strength.ts';
import { leftText, roundsText, stacksText } from '../../shared-ui/words.ts';
import { battleRandomOf } from '../../world/battle-random.ts';
import { drawStrengthChart } from '../shared/charts.ts';
import { tagged } from '../shared/formatters.ts';
import { drawStrip } from '../shared/battle-drawing.ts';
import { example } from '../shared/simulator-example.ts';
import type { ShownBattleRow } from './queries.ts';

interface BattleCourse {
  attacker: { name: string; start: Stacks };
  defender: { name: string; start: Stacks };
  rounds: readonly Round[];
  ownSide: 'attacker' | 'defender';
}

function draw(course: BattleCourse) {
  const sideOf = (side: 'attacker' | 'defender') => {
    const { name, start } = course[side];
    const values = [start, ...course.rounds.map((round) => round[side].units)].map(hitPointsOf);
    const ends = { start: values[0] ?? 0, left: values.at(-1) ?? 0 };
    const left = leftText(percentLeft(ends.left, ends.start));
    // No banner: the colours show the two sides.
    return { chartSide: { name, values }, ends, stripSide: { name, left, empireId: null } };
  };
  const own = sideOf(course.ownSide);
  const foe = sideOf(course.ownSide === 'attacker' ? 'defender' : 'attacker');
  return {
    strip: drawStrip(stripOf(own.ends, foe.ends)),
    sides: { own: own.stripSide, foe: foe.stripSide },
    chart: drawStrengthChart(own.chartSide, foe.chartSide),
  };
}

/** The example of the rules, computed by the resolver of the game. */
function showExample() {
  const { attacker, defender, wall, seed } = example;
  const { rounds } = resolveFight({ ...example, rolls: battleRandomOf(seed) });
  return {
    ...draw({
      attacker: { name: 'Attacker', start: attacker },
      defender: { name: 'Defender', start: defender },
      rounds,
      ownSide: 'attacker',
    }),
    /** A description of the drawing, in a sentence. */
    caption: `An example, until this world has a battle to show: ${stacksText(attacker)} against ${stacksText(defender)} behind a wall of level ${wall}, ${roundsText(rounds.length)}. Its seed is “${seed}”.`,
    href: null,
  };
}

/**
 * The place of the battle is left out, because strangers do not need the tile.
 * @param row the battle to show; null for the example
 * @param empireId the viewer's empire, whose side is blue
 */
export function showBattle(row: ShownBattleRow | null, empireId: string | null) {
  if (row === null) return showExample();
  const { attackerStart, defenderStart, rounds } = row.outcome;
  const attacker = tagged(row.attacker_name, row.attacker_tag);
  const defender = tagged(row.defender_name, row.defender_tag);
  const isParticipant = empireId === row.attacker_id || empireId === row.defender_id;
  return {
    ...draw({
      attacker: { name: attacker, start: attackerStart },
      defender: { name: defender, start: defenderStart },
      rounds,
      ownSide: row.defender_id === empireId ? 'defender' : 'attacker',
    }),
    caption: `${attacker} attacked ${defender}: ${stacksText(attackerStart)} against ${stacksText(defenderStart) || 'nobody'}, ${roundsText(rounds.length)}.`,
    /** The report, if the viewer may open it; else null. */
    href: isParticipant ? `/battle/${row.id}` : null,
  };
}
