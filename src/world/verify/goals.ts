/** The invariant of goals: each one was credited once, and victories were won. */
import { stockScale } from '../../game/economy/stock.ts';
import { goalRules } from '../../game/economy/goals.ts';
import type { Empire } from '../../game/types.ts';
import { checkBySql, checkEachEmpire, isoSql, type EmpirePage, type Violation } from './invariant.ts';

const rewards = Object.fromEntries(Object.entries(goalRules).map(([name, { reward }]) => [name, reward]));

function impossibleGoals({ kind, goals, createdAt, advancedAt }: Empire): string[] {
  if (kind !== 'player') return Object.keys(goals).length > 0 ? ['it has no player, and goals.'] : [];
  return Object.entries(goals)
    .filter(([name, at]) => !Object.hasOwn(goalRules, name) || at < createdAt || at > advancedAt)
    .map(([name]) => `its goal ${name} is unknown or has an impossible moment.`);
}

/** As far as the ledger entries and battles are kept. */
const checkCredits = checkBySql<EmpirePage>('checkCredits', {
  sql: `WITH credited AS (
     SELECT empire_id AS id, at, sum(gold) AS gold, sum(food) AS food, sum(materials) AS materials
     FROM ledger_entries WHERE empire_id = ANY ($1::uuid[]) AND cause = 'goal' GROUP BY empire_id, at
   ), reached AS (
     SELECT e.id, goal.at::bigint AS at, sum(rule.reward::bigint) AS reward
     FROM empires e CROSS JOIN LATERAL jsonb_each_text(e.goals) AS goal (name, at)
     JOIN jsonb_each_text($2::jsonb) AS rule (name, reward) ON rule.name = goal.name
     WHERE e.id = ANY ($1::uuid[]) GROUP BY e.id, goal.at
   ), compared AS (
     SELECT id, at, coalesce(reward, 0) AS reward, greatest(gold, food, materials, 0) / ${stockScale} AS most,
       least(coalesce(gold, 0), food, materials) / ${stockScale} AS fewest
     FROM reached FULL JOIN credited USING (id, at)
   ), counted AS (
     SELECT own.id, (SELECT count(*) FROM battles WHERE attacker_id = own.id AND outcome ->> 'result' = 'attacker_won') AS won,
       -- Entries of the oldest moment may be gone in part.
       (SELECT min(at) FROM ledger_entries WHERE empire_id = own.id) AS oldest
     FROM unnest($1::uuid[]) AS own (id)
   )
   SELECT id, name || ': its goals of ' || ${isoSql('at')} || ' are worth ' || reward || ' of each resource, but its ledger has ' || trim_scale(most) || '.' AS sentence
   FROM compared JOIN counted USING (id) JOIN empires USING (id) WHERE at > oldest AND (most <> reward OR fewest <> reward)
   UNION ALL
   SELECT id, name || ': it has won ' || won || ' attacks, but its victories are ' || victories || '.'
   FROM counted JOIN empires USING (id) WHERE victories < won`,
  values: ({ empireIds }) => [empireIds, JSON.stringify(rewards)],
});

const checkPossible = checkEachEmpire(({ empire }) => impossibleGoals(empire));

export async function checkGoals(page: EmpirePage): Promise<Violation[]> {
  const impossible = await checkPossible(page);
  const wrong = await checkCredits(page);
  return [...impossible, ...wrong.filter(({ id }) => !impossible.some((violation) => violation.id === id))];
}
