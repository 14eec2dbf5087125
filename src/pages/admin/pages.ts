/** The pages of moderators and operators, which read with admin commands. */
import { z } from 'zod';
import { asId } from '../../admin/options.ts';
import { uuid } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';
import { hasRole, role as accountRole, type StaffRole } from '../../contract/roles.ts';
import type { Report } from '../../admin/reports.ts';
import { operatorPath } from '../../account/operator-link.ts';
import { requireRole, type Viewer } from '../../http/sessions/viewer.ts';
import { version, commit } from '../../kernel/version.ts';
import { definePage, type Page, type PageDeps } from '../framework/page.ts';
import type { Fields } from '../shared/forms.ts';
import { actsOf, argumentsOf, findAct, needsPassword } from './acts.ts';
import { commandOf, runCommand, type Run } from './context.ts';
import { readOverview } from './overview.ts';

interface AdminContext extends PageDeps {
  viewer: Viewer;
  fields: Fields;
  look: (name: string, run?: Pick<Run, 'args' | 'fields'>) => Promise<object>;
}

function defineAdminPage(
  path: string,
  title: string,
  role: StaffRole,
  read: (visit: AdminContext) => Promise<object>,
): Page {
  return definePage(path, {
    section: 'admin',
    readers: 'user',
    role,
    read: async (visit) => {
      const { viewer } = visit;
      const look: AdminContext['look'] = async (name, run = {}) =>
        (await runCommand(visit, viewer, { command: commandOf(name), role, ...run })).data;
      return {
        title,
        values: {
          path,
          acts: actsOf(viewer),
          ...(await read({ ...visit, look })),
        },
      };
    },
  });
}

/** Text, as for the option of commands. */
const listed = 50;
const limit = String(listed);

export const adminPages: readonly Page[] = [
  defineAdminPage('/admin', 'Overview', 'moderator', async ({ services, dataDir, viewer, look }) =>
    hasRole(viewer.role, 'operator')
      ? { ...(await look('world info')), ...(await readOverview(services, dataDir)), version, commit }
      : {},
  ),
  defineAdminPage('/admin/reports', 'Reports', 'moderator', async ({ look, fields }) => {
    const { reports } = (await look('reports list', { fields: { ...fields, limit } })) as {
      reports: Report[];
    };
    const groups: Report[][] = [];
    for (const report of reports) {
      const group = groups.at(-1);
      if (group?.[0]?.first_id === report.first_id) group.push(report);
      else groups.push([report]);
    }
    return { reports, groups, isAll: fields.all !== undefined, listed };
  }),
  defineAdminPage('/admin/players', 'Players', 'operator', async ({ look, fields }) => {
    const { search, user = '' } = fields;
    const isOne = user.trim() !== '';
    return {
      ...{ search, user: null },
      ...(await (isOne
        ? look('users show', { args: [user] })
        : look('users list', { fields: { ...fields, limit } }))),
      ...(isOne ? await look('sessions list', { args: [user] }) : {}),
      ...(isOne ? await look('audit list', { fields: { user, limit } }) : {}),
      ...(await look('watch plunder', { fields: { user, limit } })),
      ...(await look(isOne ? 'watch addresses' : 'watch seats', { fields: { user, limit } })),
    };
  }),
  defineAdminPage('/admin/invites', 'Invitations', 'operator', async ({ look, account }) => ({
    ...(await look('invites list', { fields: { limit } })),
    registration: account.registration,
  })),
  defineAdminPage('/admin/acts', 'Acts', 'moderator', () => Promise.resolve({})),
  defineAdminPage('/admin/audit', 'Audit', 'operator', async ({ look, fields }) => ({
    ...(await look('audit list', { fields: { ...fields, limit } })),
    listed,
  })),
  defineAdminPage('/admin/world', 'World', 'operator', async ({ look }) => ({
    ...(await look('world info')),
    ...(await look('repair list')),
  })),
];

const isId = (text: string): boolean => asId(text) !== null;

const selectNamesStatement = statement('selectNamesOfSubjects', {
  sql: `SELECT id, name FROM (
     SELECT id, username AS name FROM users UNION ALL SELECT id, name FROM empires
     UNION ALL SELECT id, name FROM cities UNION ALL SELECT id, name FROM alliances
     UNION ALL SELECT battles.id, attacker.name || ' against ' || defender.name FROM battles
       JOIN empires attacker ON attacker.id = attacker_id JOIN empires defender ON defender.id = defender_id
   ) AS named WHERE id = ANY ($1::uuid[])`,
  row: z.strictObject({ id: uuid, name: z.string() }),
});

/** By their ids. */
async function selectNames(db: Db, ids: readonly string[]): Promise<Record<string, string>> {
  const rows = ids.length === 0 ? [] : await select(db, selectNamesStatement, [ids]);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

export const actPage = definePage('/admin/act/:act', {
  section: 'admin',
  readers: 'user',
  role: 'moderator',
  read: async ({ services, viewer, params, fields, message, account }) => {
    const act = findAct(params.act);
    requireRole(viewer, act.role);
    const args = argumentsOf(act);
    return {
      title: act.label,
      values: {
        path: '/admin/acts',
        act,
        args,
        names: await selectNames(services.pool, args.map((name) => fields[name] ?? '').filter(isId)),
        roles: accountRole.options,
        options: Object.values(act.command.options ?? {}),
        values: fields,
        secret: message?.kind === 'notice' ? (message.fields.secret ?? null) : null,
        needsPassword: needsPassword(act, viewer, account.clock.now()),
      },
    };
  },
});

/** With its link, an account becomes the first operator. */
export const operatorPage = definePage(operatorPath, {
  section: 'admin',
  readers: 'user',
  read: ({ fields }) => ({
    title: 'Become the operator',
    values: { token: fields.token ?? '' },
  }),
});
