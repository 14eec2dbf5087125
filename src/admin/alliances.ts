import { Option } from 'commander';
import { z } from 'zod';
import { lockAlliance } from '../alliance/locked-alliance.ts';
import { selectAlliance } from '../alliance/queries.ts';
import { sendUpdate, dissolveAlliance } from '../alliance/writes.ts';
import { foundAllianceBody } from '../contract/alliance.ts';
import { role as accountRole } from '../contract/roles.ts';
import { nameKey } from '../contract/text.ts';
import { moment, uuid } from '../db/columns.ts';
import { systemUserId } from '../db/names.ts';
import { execute, select, selectOptional, statement, type Db } from '../db/pool.ts';
import { isoOf } from '../kernel/time.ts';
import { adminTimeoutMs as timeoutMs, change as changeEmpires } from '../world/change.ts';
import { commandsAbout, Refusal } from './command.ts';
import { asId, clearOption, parseText } from './options.ts';
import { keyValues, pluralize, table } from './tables.ts';

const allianceSummary = z.strictObject({
  id: uuid,
  name: z.string(),
  tag: z.string(),
  dissolved_at: moment.nullable(),
  leader_id: uuid.nullable(),
  leader_role: accountRole.nullable(),
});

type AllianceSummary = z.infer<typeof allianceSummary>;

const selectAllianceSummary = statement('selectAllianceSummary', {
  sql: `SELECT a.id, a.name, a.tag, a.dissolved_at, u.id AS leader_id, u.role AS leader_role
   FROM alliances a LEFT JOIN (empires e JOIN users u ON u.id = e.owner_id) ON e.alliance_id = a.id AND e.alliance_role = 'leader'
   WHERE a.id = $1::uuid OR ($1 IS NULL AND a.tag_key = $2 AND a.dissolved_at IS NULL)`,
  row: allianceSummary,
});

/** Finds an alliance by tag or id; a dissolved one by its id. Throws a Refusal. */
async function findAlliance(db: Db, text: string): Promise<AllianceSummary> {
  const alliance = await selectOptional(db, selectAllianceSummary, [asId(text), nameKey(text)]);
  if (alliance === null) throw new Refusal(`There is no alliance with the tag or id "${text}".`);
  return alliance;
}

const updateAlliance = statement('updateAlliance', {
  sql: `UPDATE alliances SET name = $2, name_key = $3, tag = $4, tag_key = $5,
     description = CASE WHEN $6 THEN NULL ELSE description END
   WHERE id = $1`,
});

const selectOtherTags = statement('selectOtherTags', {
  sql: 'SELECT id FROM empires WHERE alliance_id = $1 AND alliance_tag <> $2 ORDER BY id',
  row: z.strictObject({ id: uuid }),
});

const defineAllianceCommand = commandsAbout(findAlliance, (alliance) => ({
  id: alliance.leader_id,
  role: alliance.leader_role,
}));

const operator = { userId: systemUserId, empireId: null, mutedUntil: null };

const targetOf = ({ name, tag, id }: AllianceSummary): string => `${name} [${tag}] (${id})`;

const showAlliance = defineAllianceCommand('alliance show <alliance>', {
  summary: 'Shows an alliance with its members.',
  examples: ['alliance show OWL'],
  run: async ({ pool, openWorld }, { id, name, tag, dissolved_at: dissolvedAt }) => {
    if (dissolvedAt !== null) {
      const alliance = { id, name, tag, dissolved_at: isoOf(dissolvedAt) };
      return { data: { alliance }, text: `${name} [${tag}] was dissolved at ${isoOf(dissolvedAt)}.` };
    }
    const alliance = await selectAlliance(pool, (await openWorld()).clock, id);
    const head = keyValues([
      ['name', name],
      ['tag', tag],
      ['id', id],
      ['description', alliance.description],
      ['founded (UTC)', new Date(alliance.created_at)],
    ]);
    const list = table(alliance.members, {
      empire: ({ empire_name }) => empire_name,
      player: ({ owner_username }) => owner_username,
      role: ({ empire_id, role }) => (empire_id === alliance.leader_id ? `${role} (leads)` : role),
      'joined (UTC)': ({ joined_at }) => new Date(joined_at),
      score: ({ score }) => score,
    });
    return { data: { alliance }, text: `${head}\n\n${list}` };
  },
});

const rename = defineAllianceCommand<{ tag?: string; clearDescription?: boolean }>(
  'alliance rename <alliance> <name>',
  {
    summary: 'Renames an alliance, and changes its tag. Existing entries of event logs keep the old tag.',
    options: { tag: new Option('--tag <tag>', 'the new tag'), clearDescription: clearOption },
    examples: ['alliance rename OWL "The Wise Owls"', 'alliance rename OWL "The Wise Owls" --tag WISE'],
    run: async (
      { pool, openWorld, change },
      before,
      [newName = ''],
      { tag: newTag, clearDescription = false },
    ) => {
      const { id } = before;
      const name = parseText(foundAllianceBody.shape.name, newName);
      const tag = newTag === undefined ? before.tag : parseText(foundAllianceBody.shape.tag, newTag);
      const world = await openWorld();
      await change(targetOf(before), async (tx) => {
        const { members, now_ms: nowMs } = await lockAlliance(tx, operator, {
          allianceId: id,
          empireId: null,
        });
        const memberIds = members.map(({ empireId }) => empireId);
        await execute(tx, updateAlliance, [id, name, nameKey(name), tag, nameKey(tag), clearDescription]);
        sendUpdate(tx, id, memberIds, world.clock.at(nowMs));
        return {
          before: { name: before.name, tag: before.tag },
          after: { name, tag },
          description_cleared: clearDescription,
        };
      });
      // One after the other, so that no transaction holds all members. A repeated command continues.
      for (const { id: empireId } of await select(pool, selectOtherTags, [id, tag])) {
        await changeEmpires(world, { empireIds: [empireId], timeoutMs }, ([{ empire }]) => {
          if (empire.membership?.allianceId === id) empire.membership.tag = tag;
        });
      }
      return { data: { id, name, tag }, text: `${before.name} [${before.tag}] is now ${name} [${tag}].` };
    },
  },
);

const dissolve = defineAllianceCommand('alliance dissolve <alliance>', {
  summary: 'Dissolves an alliance: all memberships end at this moment.',
  examples: ['alliance dissolve OWL', 'alliance dissolve OWL --yes'],
  run: async (context, found) => {
    const { id, name, tag, dissolved_at: dissolvedAt } = found;
    if (dissolvedAt !== null) throw new Refusal(`${name} [${tag}] is already dissolved.`);
    await context.confirm(`The alliance ${name} [${tag}] will be dissolved.`, tag);
    const { clock } = await context.openWorld();
    const { members } = await context.change(targetOf(found), async (tx) => {
      const locked = await lockAlliance(tx, operator, { allianceId: id, empireId: null });
      const now = clock.at(locked.now_ms);
      const memberIds = locked.members.map(({ empireId }) => empireId);
      dissolveAlliance(tx, id, now);
      sendUpdate(tx, id, memberIds, now);
      return { members: memberIds };
    });
    return {
      data: { id, name, tag, members: members.length },
      text: `${name} [${tag}] is dissolved; it had ${pluralize(members.length, 'member')}.`,
    };
  },
});

export const allianceCommands = [showAlliance, rename, dissolve];
