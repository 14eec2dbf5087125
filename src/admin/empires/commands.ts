/** Commands about empires. */
import { toEmpireView } from '../../empire/present.ts';
import { updateEmpireBody } from '../../contract/empire.ts';
import { isoOf } from '../../kernel/time.ts';
import { toArmyView } from '../../military/present.ts';
import { adminChange } from '../../world/admin-change.ts';
import { createEmpireReader, type EmpireState } from '../../world/read.ts';
import { defineCommand, Refusal } from '../command.ts';
import { parseName } from '../options.ts';
import { pluralize, keyValues, momentText, table } from '../tables.ts';
import { removeEmpire } from './delete.ts';
import { findEmpire, selectUndecidedBattles, type EmpireSummary, type UndecidedBattle } from './queries.ts';

function describeEmpire(
  { id, name, owner, advanced_at, next_due, last_active_at }: EmpireSummary,
  empireState: EmpireState,
  battles: readonly UndecidedBattle[],
): string {
  const view = toEmpireView(empireState, true);
  const stockOf = (resource: 'gold' | 'food' | 'materials'): string =>
    `${view.resources[resource]} of ${view.caps[resource]}, ${view.rates[resource]} an hour`;
  const sections = [
    keyValues([
      ['name', name],
      ['id', id],
      ['owner', owner],
      ['founded (UTC)', momentText(empireState.empire.createdAt)],
      ['last command (UTC)', momentText(last_active_at)],
      ['stored state as of (UTC)', momentText(advanced_at)],
      ['next due (UTC)', momentText(next_due)],
      ['score', `${view.score} (${view.economic_score} economic, ${view.military_score} military)`],
      ['gold', stockOf('gold')],
      ['food', stockOf('food')],
      ['materials', stockOf('materials')],
      ['people', `${view.population.used} of ${view.population.total}`],
    ]),
    table(
      ['city', 'at', 'people', 'buildings', 'queued levels', 'batches'],
      empireState.empire.cities.map((city, index) => [
        city.name,
        `${city.x}/${city.y}`,
        view.cities[index]?.population,
        city.buildings.map(({ type, level }) => `${type} ${level}`).join(', '),
        city.construction.length,
        city.training.length,
      ]),
    ),
  ];
  const { empire, now } = empireState;
  if (empire.armies.length > 0) {
    const rows = empire.armies.map((army) => {
      const { status, location } = toArmyView(empire, army, now, true);
      const units = Object.entries(army.units).filter(([, count]) => count > 0);
      return [
        army.name,
        status,
        `${location.x}/${location.y}`,
        units.map(([type, count]) => `${count} ${type}`).join(', '),
        army.march === null ? null : `${army.march.to.x}/${army.march.to.y}`,
        army.march === null ? null : momentText(army.march.arrivesAt),
      ];
    });
    sections.push(table(['army', 'status', 'at', 'units', 'to', 'arrives (UTC)'], rows));
  }
  if (battles.length > 0) {
    const rows = battles.map((battle) => [
      battle.id,
      battle.attacker,
      battle.defender,
      momentText(battle.contact_at),
    ]);
    sections.push(table(['undecided battle', 'attacker', 'defender', 'contact (UTC)'], rows));
  }
  return sections.join('\n\n');
}

const showEmpire = defineCommand({
  name: 'empire show',
  summary: 'Shows the current state of an empire.',
  args: '<empire>',
  examples: ['empire show Attica', 'empire show Attica --json'],
  run: async ({ pool, openWorld }, [nameOrId = '']) => {
    const found = await findEmpire(pool, nameOrId);
    const empireState = await createEmpireReader(await openWorld(), null).readEmpire('empire', found.id);
    if (empireState === null) throw new Refusal('The empire was deleted in the meantime.');
    const battles = await selectUndecidedBattles(pool, found.id);
    const armies = empireState.empire.armies.map((army) =>
      toArmyView(empireState.empire, army, empireState.now, true),
    );
    const empire = {
      ...toEmpireView(empireState, true),
      owner: found.owner,
      advanced_at: isoOf(found.advanced_at),
      next_due: found.next_due === null ? null : isoOf(found.next_due),
      last_active_at: isoOf(found.last_active_at),
      armies,
      undecided_battles: battles.map((battle) => ({ ...battle, contact_at: isoOf(battle.contact_at) })),
    };
    return { data: { empire }, text: describeEmpire(found, empireState, battles) };
  },
});

const renameEmpire = defineCommand({
  name: 'empire rename',
  summary: 'Renames an empire. Existing entries of event logs keep the old name.',
  args: '<empire> <name>',
  examples: ['empire rename Attica "New Attica"'],
  run: async ({ pool, openWorld, audit }, [nameOrId = '', newName = '']) => {
    const { id, name: before } = await findEmpire(pool, nameOrId);
    const name = parseName(updateEmpireBody.shape.name.unwrap(), newName);
    await adminChange(await openWorld(), {
      empireId: id,
      advances: true,
      change: ({ empire }) => {
        empire.name = name;
      },
      record: (tx) => audit(`${before} (${id})`, { before, after: name }, tx),
    });
    return { data: { id, before, name }, text: `${before} is now called ${name}.` };
  },
});

const deleteEmpire = defineCommand({
  name: 'empire delete',
  summary:
    'Permanently deletes an empire: cities, armies, event log, and its battles, also from the lists of its opponents. Armies on their way to it return home. Its owner may found a new empire.',
  args: '<empire>',
  examples: ['empire delete Attica', 'empire delete Attica --yes'],
  run: async (context, [nameOrId = '']) => {
    const empire = await findEmpire(context.pool, nameOrId);
    const { id, name, owner } = empire;
    await context.confirm(`The empire ${name} of ${owner} will be deleted permanently.`, name);
    const calledOff = await removeEmpire(await context.openWorld(), empire, context.audit);
    const battles = calledOff === 0 ? '' : `; ${pluralize(calledOff, 'battle')} called off`;
    return {
      data: { id, name, owner, battles_called_off: calledOff },
      text: `${name} is deleted${battles}. ${owner} may found another empire.`,
    };
  },
});

export const empireCommands = [showEmpire, renameEmpire, deleteEmpire];
