/** The version of an empire, which tells whether a cached copy is current: read with a session, and by empire reads. */

/** The system columns of the same names: the place of a row, and the transaction that wrote it. */
export interface EmpireVersion {
  ctid: string;
  xmin: string;
}

/**
 * SQL: whether the row of an empire tells its version: no battle is undecided, which changes no row of the empire, and its
 * alliance is not dissolved. LIMIT 1 keeps the planner from reading all undecided battles.
 * @param empire the alias of a table with `id` and `alliance_id`
 */
export const hasRowVersion = (empire: string): string => `(
  (SELECT true FROM battles WHERE attacker_id = ${empire}.id AND outcome IS NULL LIMIT 1) IS NULL
  AND (SELECT true FROM battles WHERE defender_id = ${empire}.id AND outcome IS NULL LIMIT 1) IS NULL
  AND (SELECT true FROM battles WHERE ally_id = ${empire}.id AND outcome IS NULL LIMIT 1) IS NULL
  AND (SELECT dissolved_at FROM alliances WHERE id = ${empire}.alliance_id) IS NULL
)`;
