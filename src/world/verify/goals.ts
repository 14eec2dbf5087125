/** The invariant of goals and deeds: each goal that an empire has reached was credited once, and it has won its victories. */
import { z } from 'zod';
import type { DeedName, GoalName } from '../../contract/vocabulary.ts';
import { count, integer, moment, uuid } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import { deedRules } from '../../game/deed-rules.ts';
import { stockScale } from '../../game/economy.ts';
import { goalRules } from '../../game/goals.ts';
import type { Deed, Empire } from '../../game/types.ts';
import { isoOf } from '../../kernel/time.ts';
import { dayOf } from '../figures/score-history.ts';
import { checkEachEmpire, type CheckedEmpire, type EmpirePage, type Violation } from './invariant.ts';

const rewardsRow = z.strictObject({
  id: uuid,
  /** Of the ledger entries that are kept. */
  oldest: moment.nullable(),
  rewards: z.array(z.strictObject({ at: moment, parts: z.array(integer) })),
  won: count,
});

const selectRewards = statement(
  'selectRewards',
  `SELECT empires.id, (SELECT min(at) FROM ledger_entries WHERE empire_id = empires.id) AS oldest,
     (
       SELECT coalesce(jsonb_agg(jsonb_build_object('at', at, 'parts', jsonb_build_array(gold, food, materials))), '[]')
       FROM ledger_entries WHERE empire_id = empires.id AND cause = 'goal'
     ) AS rewards,
     (
       SELECT count(*) FROM battles WHERE attacker_id = empires.id AND outcome ->> 'result' = 'attacker_won'
     ) AS won
   FROM empires WHERE empires.id = ANY ($1::uuid[])`,
  rewardsRow,
);

/** Steps of deeds were reached by their counts, on days since the founding; only players have deeds. */
function impossibleDeeds(empire: Empire): string[] {
  const deeds = Object.entries(empire.deeds) as [DeedName, Deed][];
  if (empire.kind !== 'player') return deeds.length > 0 ? ['it has no player, and deeds.'] : [];
  const [first, last] = [dayOf(empire.createdAt), dayOf(empire.advancedAt)];
  return deeds
    .filter(([name, { count: reached, days }]) => {
      if (!Object.hasOwn(deedRules, name)) return true;
      const steps = deedRules[name].steps.filter((step) => reached >= step).length;
      return (
        days.length !== steps || days.some((day, index) => day < (days[index - 1] ?? first) || day > last)
      );
    })
    .map(([name]) => `its deed ${name} has steps or days that do not follow from its count.`);
}

/** Goals of a player's empire are known and from its time; other empires have none. */
function impossibleGoals({ kind, goals, createdAt, advancedAt }: Empire): string[] {
  if (kind !== 'player') return Object.keys(goals).length > 0 ? ['it has no player, and goals.'] : [];
  return Object.entries(goals)
    .filter(([name, at]) => !Object.hasOwn(goalRules, name) || at < createdAt || at > advancedAt)
    .map(([name]) => `its goal ${name} is unknown or has an impossible moment.`);
}

/** Compares goals with the ledger, as far as its entries are kept, and victories with the battles that are kept. */
function sentencesOf(
  { row, empire }: CheckedEmpire,
  { oldest, rewards, won }: z.infer<typeof rewardsRow>,
): string[] {
  const found: string[] = [];
  if (row.victories < won) found.push(`it has won ${won} attacks, but its victories are ${row.victories}.`);
  const due = new Map<number, number>();
  for (const [name, at] of Object.entries(empire.goals))
    due.set(at, (due.get(at) ?? 0) + goalRules[name as GoalName].reward);
  const moments = new Set([...due.keys(), ...rewards.map(({ at }) => at)]);
  for (const at of moments) {
    // Entries of the oldest moment may be gone in part.
    if (oldest === null || at <= oldest) continue;
    const given = [0, 0, 0].map((_, index) =>
      rewards.reduce((sum, entry) => sum + (entry.at === at ? (entry.parts[index] ?? 0) : 0), 0),
    );
    const expected = (due.get(at) ?? 0) * stockScale;
    if (given.some((parts) => parts !== expected))
      found.push(
        `its goals of ${isoOf(at)} are worth ${expected / stockScale} of each resource, but its ledger has ${Math.max(...given) / stockScale}.`,
      );
  }
  return found;
}

export async function checkGoals(page: EmpirePage): Promise<Violation[]> {
  const rows = await select(page.db, selectRewards, [page.empireIds]);
  const rewards = new Map(rows.map((row) => [row.id, row]));
  return checkEachEmpire((state) => {
    const impossible = [...impossibleGoals(state.empire), ...impossibleDeeds(state.empire)];
    const row = rewards.get(state.empire.id);
    return row === undefined || impossible.length > 0 ? impossible : sentencesOf(state, row);
  })(page);
}
