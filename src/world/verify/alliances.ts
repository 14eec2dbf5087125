/** The invariants of alliances: their members are those of the empires. */
import { z } from 'zod';
import { count, integer, uuid } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import type { Violation, WholeWorld } from './invariant.ts';

const selectWrongAlliances = statement(
  'selectWrongAlliances',
  `SELECT * FROM (
     SELECT a.id, a.name, a.members,
       (SELECT count(*) FROM empires e WHERE e.alliance_id = a.id) AS counted,
       (SELECT count(*) FROM empires e WHERE e.alliance_id = a.id AND e.alliance_tag <> a.tag) AS other_tags
     FROM alliances a WHERE a.dissolved_at IS NULL
   ) AS checked WHERE members <> counted OR other_tags > 0`,
  z.strictObject({ id: uuid, name: z.string(), members: integer, counted: count, other_tags: count }),
);

const selectForgottenMembers = statement(
  'selectForgottenMembers',
  `SELECT e.id, e.name FROM empires e JOIN alliances a ON a.id = e.alliance_id
   WHERE a.dissolved_at IS NOT NULL
     AND NOT EXISTS (SELECT FROM due_empires due WHERE due.empire_id = e.id AND due.at = a.dissolved_at)`,
  z.strictObject({ id: uuid, name: z.string() }),
);

/** Alliances count their members, whose tag is theirs; the end of a membership in a dissolved one is due. */
export async function checkAlliances({ db }: Pick<WholeWorld, 'db'>): Promise<Violation[]> {
  const [wrong, forgotten] = [
    await select(db, selectWrongAlliances, []),
    await select(db, selectForgottenMembers, []),
  ];
  return [
    ...wrong.map(({ id, name, members, counted, other_tags }) => ({
      id,
      sentence: `The alliance ${name} counts ${members} members, and has ${counted}, of which ${other_tags} have another tag.`,
    })),
    ...forgotten.map(({ id, name }) => ({
      id,
      sentence: `${name}: its alliance is dissolved, but the end of its membership is not due.`,
    })),
  ];
}
