import { setCityName } from '../../city/city-names.ts';
import { renameCityBody } from '../../contract/city.ts';
import { toEmpireView } from '../../empire/present.ts';
import { updateEmpireBody } from '../../contract/empire.ts';
import type { ArmyView } from '../../contract/military.ts';
import { nameKey } from '../../contract/text.ts';
import { isoOf } from '../../kernel/time.ts';
import { toArmyView } from '../../military/present.ts';
import { adminTimeoutMs as timeoutMs, change } from '../../world/change.ts';
import { createEmpireReader, readEach, type EmpireState } from '../../world/read.ts';
import { Refusal } from '../command.ts';
import { asId, clearOption, parseText } from '../options.ts';
import { pluralize, keyValues, momentText, table } from '../tables.ts';
import { removeEmpire } from './delete.ts';
import {
  defineEmpireCommand,
  describeBattles,
  selectUndecidedBattles,
  type EmpireSummary,
  type UndecidedBattle,
} from './queries.ts';

const armiesOf = ({ empire, now }: EmpireState): ArmyView[] =>
  empire.armies.map((army) => toArmyView(empire, army, now, true));

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
    table(empireState.empire.cities, {
      city: (city) => city.name,
      at: ({ x, y }) => `${x}/${y}`,
      people: ({ id: cityId }) => view.cities.find((city) => city.id === cityId)?.population,
      buildings: ({ buildings }) => buildings.map(({ type, level }) => `${type} ${level}`).join(', '),
      'queued levels': ({ construction }) => construction.length,
      batches: ({ training }) => training.length,
    }),
    table(armiesOf(empireState), {
      army: (army) => army.name,
      status: ({ status }) => status,
      at: ({ location }) => `${location.x}/${location.y}`,
      units: ({ units }) =>
        Object.entries(units)
          .filter(([, count]) => count > 0)
          .map(([type, count]) => `${count} ${type}`)
          .join(', '),
      to: ({ destination: to }) => (to === undefined ? null : `${to.x}/${to.y}`),
      'arrives (UTC)': ({ arrives_at: at }) => (at === undefined ? null : momentText(Date.parse(at))),
    }),
    describeBattles('undecided battle', battles),
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

const showEmpire = defineEmpireCommand('empire show <empire>', {
  summary: 'Shows the current state of an empire.',
  examples: ['empire show Attica', 'empire show Attica --json'],
  run: async ({ pool, openWorld }, found) => {
    const empireState = await readEach(createEmpireReader(await openWorld()))('empire', found.id);
    if (empireState === null) throw new Refusal('The empire was deleted in the meantime.');
    const battles = await selectUndecidedBattles(pool, found.id);
    const empire = {
      ...toEmpireView(empireState, true),
      owner: found.owner,
      advanced_at: isoOf(found.advanced_at),
      next_due: found.next_due === null ? null : isoOf(found.next_due),
      last_active_at: isoOf(found.last_active_at),
      armies: armiesOf(empireState),
      undecided_battles: battles.map((battle) => ({ ...battle, contact_at: isoOf(battle.contact_at) })),
    };
    return { data: { empire }, text: describeEmpire(found, empireState, battles) };
  },
});

const renameEmpire = defineEmpireCommand<{ clearDescription?: boolean }>('empire rename <empire> <name>', {
  summary: 'Renames an empire. Existing entries of event logs keep the old name.',
  options: { clearDescription: clearOption },
  examples: ['empire rename Attica "New Attica"', 'empire rename Attica Attica --clear-description'],
  run: async ({ openWorld, auditIn }, { id, name: before }, [newName = ''], { clearDescription = false }) => {
    const name = parseText(updateEmpireBody.shape.name.unwrap(), newName);
    await change(await openWorld(), { empireIds: [id], timeoutMs }, ([{ empire }], tx) => {
      const cleared = clearDescription ? { description: empire.description } : {};
      empire.name = name;
      if (clearDescription) empire.description = null;
      auditIn(tx, `${before} (${id})`, { before, after: name, ...cleared });
    });
    return { data: { id, before, name }, text: `${before} is now called ${name}.` };
  },
});

const renameCity = defineEmpireCommand('city rename <empire> <city> <name>', {
  summary: 'Renames a city of an empire. Existing entries of event logs keep the old name.',
  examples: ['city rename Attica Larisa "New Larisa"'],
  run: async ({ openWorld, auditIn }, empire, [cityText = '', newName = '']) => {
    const name = parseText(renameCityBody.shape.name, newName);
    const cityId = asId(cityText);
    const options = { empireIds: [empire.id] as const, timeoutMs };
    const { id, before } = await change(await openWorld(), options, ([scope], tx) => {
      const city = scope.empire.cities.find((each) =>
        cityId === null ? nameKey(each.name) === nameKey(cityText) : each.id === cityId,
      );
      if (city === undefined)
        throw new Refusal(`${empire.name} has no city with the name or id "${cityText}".`);
      const { name: former } = city;
      setCityName(scope, city, name);
      auditIn(tx, `${former} (${city.id})`, { empire_id: empire.id, before: former, after: name });
      return { id: city.id, before: former };
    });
    return { data: { id, before, name }, text: `${before} is now called ${name}.` };
  },
});

const deleteEmpire = defineEmpireCommand('empire delete <empire>', {
  summary:
    'Permanently deletes an empire: cities, armies, event log, and its battles, also from the lists of its opponents. Armies on their way to it return home. Its owner may found a new empire.',
  examples: ['empire delete Attica', 'empire delete Attica --yes'],
  run: async (context, empire) => {
    const { id, name, owner } = empire;
    await context.confirm(`The empire ${name} of ${owner} will be deleted permanently.`, name);
    const calledOff = await removeEmpire(await context.openWorld(), empire, context.auditIn);
    const battles = calledOff === 0 ? '' : `; ${pluralize(calledOff, 'battle')} called off`;
    return {
      data: { id, name, owner, battles_called_off: calledOff },
      text: `${name} is deleted${battles}. ${owner} may found another empire.`,
    };
  },
});

export const empireCommands = [showEmpire, renameEmpire, deleteEmpire, renameCity];
