/** Commands about alliances: show, rename, dissolve. */
import { lockAlliance } from '../../alliance/locked-alliance.ts';
import { selectAlliance } from '../../alliance/queries.ts';
import { sendUpdate, dissolveAlliance } from '../../alliance/writes.ts';
import { foundAllianceBody } from '../../contract/alliance.ts';
import { translateConstraint } from '../../db/constraints.ts';
import { systemUserId } from '../../db/names.ts';
import { isoOf } from '../../kernel/time.ts';
import { adminChange } from '../../world/admin-change.ts';
import { defineCommand, Refusal } from '../command.ts';
import { parseName } from '../options.ts';
import { keyValues, pluralize, table } from '../tables.ts';
import { findAlliance, renameAlliance, selectOtherTags, type AllianceSummary } from './queries.ts';

const operatorAsks = (allianceId: string) => ({
  allianceId,
  subjectId: null,
  viewer: { userId: systemUserId, empireId: null },
});

const targetOf = ({ name, tag, id }: AllianceSummary): string => `${name} [${tag}] (${id})`;

const showAlliance = defineCommand({
  name: 'alliance show',
  summary: 'Shows an alliance with its members.',
  args: '<alliance>',
  examples: ['alliance show OWL'],
  run: async ({ pool, openWorld }, [tagOrId = '']) => {
    const { id, name, tag, dissolved_at: dissolvedAt } = await findAlliance(pool, tagOrId);
    if (dissolvedAt !== null) {
      const alliance = { id, name, tag, dissolved_at: isoOf(dissolvedAt) };
      return { data: { alliance }, text: `${name} [${tag}] was dissolved at ${isoOf(dissolvedAt)}.` };
    }
    const alliance = await selectAlliance(pool, (await openWorld()).clock, id);
    const members = alliance.members.map((member) => [
      member.empire_name,
      member.owner_username,
      member.empire_id === alliance.leader_id ? `${member.role} (leads)` : member.role,
      new Date(member.joined_at),
      member.score,
    ]);
    const head = keyValues([
      ['name', name],
      ['tag', tag],
      ['id', id],
      ['description', alliance.description],
      ['founded (UTC)', new Date(alliance.created_at)],
    ]);
    const list = table(['empire', 'player', 'role', 'joined (UTC)', 'score'], members);
    return { data: { alliance }, text: `${head}\n\n${list}` };
  },
});

const rename = defineCommand<{ tag?: string }>({
  name: 'alliance rename',
  summary: 'Renames an alliance, and changes its tag. Existing entries of event logs keep the old tag.',
  args: '<alliance> <name>',
  options: { tag: { flags: '--tag <tag>', description: 'the new tag' } },
  examples: ['alliance rename OWL "The Wise Owls"', 'alliance rename OWL "The Wise Owls" --tag WISE'],
  run: async ({ pool, openWorld, change }, [tagOrId = '', newName = ''], { tag: newTag }) => {
    const before = await findAlliance(pool, tagOrId);
    const { id } = before;
    const name = parseName(foundAllianceBody.shape.name, newName);
    const tag = newTag === undefined ? before.tag : parseName(foundAllianceBody.shape.tag, newTag);
    const world = await openWorld();
    await change(targetOf(before), async (tx) => {
      const { members, now_ms: nowMs } = await lockAlliance(tx, operatorAsks(id));
      const memberIds = members.map(({ empireId }) => empireId);
      await renameAlliance(tx, { id, name, tag });
      await sendUpdate(tx, id, memberIds, world.clock.at(nowMs));
      return { before: { name: before.name, tag: before.tag }, after: { name, tag } };
    }).catch((error: unknown) => {
      throw translateConstraint(error);
    });
    // One after the other, so that no transaction holds all members. A repeated command continues.
    for (const empireId of await selectOtherTags(pool, id, tag)) {
      await adminChange(world, {
        empireId,
        advances: true,
        change: ({ empire: { membership } }) => {
          if (membership?.allianceId === id) membership.tag = tag;
        },
        record: () => Promise.resolve(),
      });
    }
    return { data: { id, name, tag }, text: `${before.name} [${before.tag}] is now ${name} [${tag}].` };
  },
});

const dissolve = defineCommand({
  name: 'alliance dissolve',
  summary: 'Dissolves an alliance: all memberships end at this moment.',
  args: '<alliance>',
  examples: ['alliance dissolve OWL', 'alliance dissolve OWL --yes'],
  run: async (context, [tagOrId = '']) => {
    const found = await findAlliance(context.pool, tagOrId);
    const { id, name, tag, dissolved_at: dissolvedAt } = found;
    if (dissolvedAt !== null) throw new Refusal(`${name} [${tag}] is already dissolved.`);
    await context.confirm(`The alliance ${name} [${tag}] will be dissolved.`, tag);
    const { clock } = await context.openWorld();
    const { members } = await context.change(targetOf(found), async (tx) => {
      const locked = await lockAlliance(tx, operatorAsks(id));
      const now = clock.at(locked.now_ms);
      const memberIds = locked.members.map(({ empireId }) => empireId);
      await dissolveAlliance(tx, id, now);
      await sendUpdate(tx, id, memberIds, now);
      return { members: memberIds };
    });
    return {
      data: { id, name, tag, members: members.length },
      text: `${name} [${tag}] is dissolved; it had ${pluralize(members.length, 'member')}.`,
    };
  },
});

export const allianceCommands = [showAlliance, rename, dissolve];
