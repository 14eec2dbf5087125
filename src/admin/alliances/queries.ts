/** Statements of the admin commands about alliances. */
import { z } from 'zod';
import { nameKey } from '../../contract/text.ts';
import { moment, uuid } from '../../db/columns.ts';
import { execute, select, selectOptional, statement, type Db } from '../../db/pool.ts';
import { Refusal } from '../command.ts';
import { asId } from '../options.ts';

const allianceSummary = z.strictObject({
  id: uuid,
  name: z.string(),
  tag: z.string(),
  dissolved_at: moment.nullable(),
});

export type AllianceSummary = z.infer<typeof allianceSummary>;

const findAllianceStatement = statement(
  'findAlliance',
  `SELECT id, name, tag, dissolved_at FROM alliances
   WHERE id = $1::uuid OR ($1 IS NULL AND tag_key = $2 AND dissolved_at IS NULL)`,
  allianceSummary,
);

/** Finds an alliance by tag or id; a dissolved one by its id. Throws a Refusal. */
export async function findAlliance(db: Db, text: string): Promise<AllianceSummary> {
  const alliance = await selectOptional(db, findAllianceStatement, [asId(text), nameKey(text)]);
  if (alliance === null) throw new Refusal(`There is no alliance with the tag or id "${text}".`);
  return alliance;
}

const renameAllianceStatement = statement(
  'renameAlliance',
  'UPDATE alliances SET name = $2, name_key = $3, tag = $4, tag_key = $5 WHERE id = $1',
);

export function renameAlliance(
  db: Db,
  { id, name, tag }: Pick<AllianceSummary, 'id' | 'name' | 'tag'>,
): Promise<number> {
  return execute(db, renameAllianceStatement, [id, name, nameKey(name), tag, nameKey(tag)]);
}

const selectOtherTagsStatement = statement(
  'selectOtherTags',
  'SELECT id FROM empires WHERE alliance_id = $1 AND alliance_tag <> $2 ORDER BY id',
  z.strictObject({ id: uuid }),
);

/** The members of an alliance whose rows have another tag. */
export async function selectOtherTags(db: Db, id: string, tag: string): Promise<string[]> {
  return (await select(db, selectOtherTagsStatement, [id, tag])).map((row) => row.id);
}
