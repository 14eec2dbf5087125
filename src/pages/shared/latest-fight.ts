/** The latest finished fight of the world; without one, an example that anyone can reproduce. */
import { z } from 'zod';
import type { Role } from '../../contract/vocabulary.ts';
import { uuid } from '../../db/columns.ts';
import { defineQuery } from '../../db/pool.ts';
import { resolveFight } from '../../game/fight/battle.ts';
import type { Stacks } from '../../game/types.ts';
import { hourMs } from '../../kernel/time.ts';
import { hitPointsOf, percentLeft, stripOf } from '../../shared-ui/strength.ts';
import { capitalise, leftText, roundsText, stacksText } from '../../shared-ui/words.ts';
import { battleRandomOf } from '../../world/battle-random.ts';
import { namedSides, outcome } from '../../world/rows/shapes.ts';
import { drawStrengthChart } from './strength-chart.ts';
import { tagged } from './formatters.ts';
import { example } from './simulator-form.ts';

/** Strangers see a fight only after this time. */
const restMs = hourMs;
/** Of the latest ended battles. */
const examined = 50;
const minRounds = 3;

const fightRow = z.strictObject({ id: uuid, ...namedSides, outcome });

type FightRow = z.infer<typeof fightRow>;

/** With three rounds or more, the last one shown at least an hour ago. */
export const selectLatestFight = defineQuery('selectLatestFight', {
  sql: `SELECT b.id, b.attacker_id, b.defender_id, a.name AS attacker_name, a.alliance_tag AS attacker_tag,
     d.name AS defender_name, d.alliance_tag AS defender_tag, b.outcome
   FROM (SELECT * FROM battles WHERE ends_at <= $1::bigint ORDER BY ends_at DESC LIMIT ${examined}) AS b
   JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id
   WHERE jsonb_array_length(b.outcome -> 'rounds') >= $2::int
   ORDER BY b.ends_at DESC, b.number DESC LIMIT 1`,
  row: fightRow,
  values: (now: number) => [now - restMs, minRounds],
}).optionalRow;

function exampleOutcome(): Pick<FightRow['outcome'], 'attackerStart' | 'defenderStart' | 'rounds'> {
  const { attacker: attackerStart, defender: defenderStart, seed } = example;
  const { rounds } = resolveFight({ ...example, rolls: battleRandomOf(seed) });
  return { attackerStart, defenderStart, rounds };
}

/**
 * Without the tile, which strangers do not need.
 * @param row null for the example
 * @param empireId the viewer's empire, whose side is blue
 */
export function showFight(row: FightRow | null, empireId: string | null) {
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
    // The colours show the two sides.
    sides: { own: { ...own, empireId: null }, foe: { ...foe, empireId: null } },
    chart: drawStrengthChart(own, foe),
    caption:
      row === null
        ? `An example, until a longer fight of this world is an hour old: ${forces} behind a wall of level ${example.wall}, ${roundsText(rounds.length)}.`
        : `${attacker.name} attacked ${defender.name}: ${forces}, ${roundsText(rounds.length)}.`,
    href: row !== null && isParticipant ? `/battle/${row.id}` : null,
  };
}
