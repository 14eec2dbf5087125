/** The battle on the landing page: a great or recent one, else an example that anyone can reproduce. */
import type { Role } from '../../contract/vocabulary.ts';
import { resolveFight } from '../../game/battle.ts';
import type { Stacks } from '../../game/types.ts';
import { hitPointsOf, percentLeft, stripOf } from '../../shared-ui/strength.ts';
import { leftText, roundsText, stacksText } from '../../shared-ui/words.ts';
import { battleRandomOf } from '../../world/battle-random.ts';
import { drawStrengthChart } from '../shared/charts.ts';
import { tagged } from '../shared/formatters.ts';
import { drawStrip } from '../shared/battle-drawing.ts';
import { example } from '../shared/simulator-form.ts';
import type { ShownBattleRow } from './queries.ts';

/** What the page shows of a battle. */
type ShownBattle = Omit<ShownBattleRow, 'outcome'> & {
  outcome: Pick<ShownBattleRow['outcome'], 'attackerStart' | 'defenderStart' | 'rounds'>;
};

/** The example of the rules, computed by the resolver of the game. */
function exampleBattle(): ShownBattle {
  const { attacker: attackerStart, defender: defenderStart, seed } = example;
  const { rounds } = resolveFight({ ...example, rolls: battleRandomOf(seed) });
  return {
    id: '',
    attacker_id: '',
    attacker_name: 'Attacker',
    attacker_tag: null,
    defender_id: '',
    defender_name: 'Defender',
    defender_tag: null,
    outcome: { attackerStart, defenderStart, rounds },
  };
}

/**
 * The place of the battle is left out, because strangers do not need the tile.
 * @param row the battle to show; null for the example
 * @param empireId the viewer's empire, whose side is blue
 */
export function showBattle(row: ShownBattleRow | null, empireId: string | null) {
  const battle: ShownBattle = row ?? exampleBattle();
  const { attackerStart, defenderStart, rounds } = battle.outcome;
  const toSide = (side: Role, name: string, start: Stacks) => {
    const values = [start, ...rounds.map((round) => round[side].units)].map(hitPointsOf);
    const ends = { start: values[0] ?? 0, left: values.at(-1) ?? 0 };
    return { name, values, ends, left: leftText(percentLeft(ends.left, ends.start)) };
  };
  const attacker = toSide('attacker', tagged(battle.attacker_name, battle.attacker_tag), attackerStart);
  const defender = toSide('defender', tagged(battle.defender_name, battle.defender_tag), defenderStart);
  const [own, foe] = battle.defender_id === empireId ? [defender, attacker] : [attacker, defender];
  const forces = `${stacksText(attackerStart)} against ${stacksText(defenderStart) || 'nobody'}`;
  const isParticipant = empireId === battle.attacker_id || empireId === battle.defender_id;
  return {
    strip: drawStrip(stripOf(own.ends, foe.ends)),
    // No banners: the colours show the two sides.
    sides: { own: { ...own, empireId: null }, foe: { ...foe, empireId: null } },
    chart: drawStrengthChart(own, foe),
    /** A description of the drawing, in a sentence. */
    caption:
      row === null
        ? `An example, until this world has a battle to show: ${forces} behind a wall of level ${example.wall}, ${roundsText(rounds.length)}.`
        : `${attacker.name} attacked ${defender.name}: ${forces}, ${roundsText(rounds.length)}.`,
    /** The report, if the viewer may open it; else null. */
    href: isParticipant ? `/battle/${battle.id}` : null,
  };
}
