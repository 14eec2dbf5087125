/** The battle on the landing page: the last real one of some length, else an example that anybody can repeat. */
import { resolveFight } from '../../game/battle.ts';
import type { Round, Stacks } from '../../game/types.ts';
import { hitPointsOf, percentLeft, stripOf } from '../../shared-ui/strength.ts';
import { leftText, roundsText, stacksText } from '../../shared-ui/words.ts';
import { battleRandomOf } from '../../world/battle-random.ts';
import { drawChart, type StrengthChart } from '../shared/strength-chart.ts';
import { drawStrip } from '../shared/battle-drawing.ts';
import { example } from '../shared/simulator-example.ts';
import type { ShownBattleRow } from './queries.ts';

interface ShownSide {
  name: string;
  left: string;
  /** No banner: the colours here are those of the two sides. */
  empireId: null;
}

export interface ShownBattle {
  strip: string;
  sides: { own: ShownSide; foe: ShownSide };
  chart: StrengthChart;
  /** What the drawing shows, in a sentence. */
  caption: string;
  /** The report, where the reader may open it. */
  href: string | null;
}

interface Fought {
  attacker: { name: string; start: Stacks };
  defender: { name: string; start: Stacks };
  rounds: readonly Round[];
  ownSide: 'attacker' | 'defender';
}

function draw(fought: Fought): Pick<ShownBattle, 'strip' | 'sides' | 'chart'> {
  const sideOf = (side: 'attacker' | 'defender') => {
    const { name, start } = fought[side];
    const values = [start, ...fought.rounds.map((round) => round[side].units)].map(hitPointsOf);
    const ends = { start: values[0] ?? 0, left: values.at(-1) ?? 0 };
    const left = leftText(percentLeft(ends.left, ends.start));
    return { line: { name, values }, ends, shown: { name, left, empireId: null } };
  };
  const own = sideOf(fought.ownSide);
  const foe = sideOf(fought.ownSide === 'attacker' ? 'defender' : 'attacker');
  return {
    strip: drawStrip(stripOf(own.ends, foe.ends)),
    sides: { own: own.shown, foe: foe.shown },
    chart: drawChart(own.line, foe.line),
  };
}

/** The example of the rules, fought by the resolver of the game. */
function showExample(): ShownBattle {
  const { attacker, defender, wall, seed } = example;
  const { rounds } = resolveFight({ ...example, rolls: battleRandomOf(seed) });
  return {
    ...draw({
      attacker: { name: 'Attacker', start: attacker },
      defender: { name: 'Defender', start: defender },
      rounds,
      ownSide: 'attacker',
    }),
    caption: `An example, until this world has a battle to show: ${stacksText(attacker)} against ${stacksText(defender)} behind a wall of level ${wall}, ${roundsText(rounds.length)}. Its seed is “${seed}”.`,
    href: null,
  };
}

/**
 * Where it was fought is left out: a stranger needs no tile.
 * @param row the battle to show; null for the example
 * @param empireId of the reader, whose own side is drawn in blue
 */
export function showBattle(row: ShownBattleRow | null, empireId: string | null): ShownBattle {
  if (row === null) return showExample();
  const { attackerStart, defenderStart, rounds } = row.outcome;
  const isParticipant = empireId === row.attacker_id || empireId === row.defender_id;
  return {
    ...draw({
      attacker: { name: row.attacker_name, start: attackerStart },
      defender: { name: row.defender_name, start: defenderStart },
      rounds,
      ownSide: row.defender_id === empireId ? 'defender' : 'attacker',
    }),
    caption: `${row.attacker_name} attacked ${row.defender_name}: ${stacksText(attackerStart)} against ${stacksText(defenderStart) || 'nobody'}, ${roundsText(rounds.length)}.`,
    href: isParticipant ? `/battle/${row.id}` : null,
  };
}
