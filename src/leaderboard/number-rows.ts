/** Ranks and positions of the rows of a ranking. */

/**
 * Ranks and positions of a page, and of the own entry.
 * @param offset the number of entries before the first row
 */
export function numberRows<
  Row extends { score: number; mine: boolean; higher: number; before: number | null },
>(
  rows: readonly Row[],
  offset: number,
): (Omit<Row, 'higher' | 'before'> & { rank: number; position: number })[] {
  let rank = 0;
  return rows.map(({ higher, before, ...row }, index) => {
    const position = (before ?? offset + index) + 1;
    if (index === 0 || row.mine) rank = higher + 1;
    else if (row.score !== rows[index - 1]?.score) rank = position;
    return { rank, position, ...row };
  });
}
