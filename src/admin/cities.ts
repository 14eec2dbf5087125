/** Commands about cities. */
import { setCityName } from '../city/city-names.ts';
import { renameCityBody } from '../contract/city.ts';
import { nameKey } from '../contract/text.ts';
import { adminChange } from '../world/admin-change.ts';
import { Refusal } from './command.ts';
import { defineEmpireCommand } from './empires/queries.ts';
import { asId, parseName } from './options.ts';

export const cityCommands = [
  defineEmpireCommand({
    name: 'city rename',
    summary: 'Renames a city of an empire. Existing entries of event logs keep the old name.',
    args: '<city> <name>',
    examples: ['city rename Attica Larisa "New Larisa"'],
    run: async ({ openWorld, audit }, empire, [cityText = '', newName = '']) => {
      const name = parseName(renameCityBody.shape.name, newName);
      const cityId = asId(cityText);
      const { id, before } = await adminChange(await openWorld(), {
        empireId: empire.id,
        advances: true,
        change: (scope) => {
          const city = scope.empire.cities.find((each) =>
            cityId === null ? nameKey(each.name) === nameKey(cityText) : each.id === cityId,
          );
          if (city === undefined)
            throw new Refusal(`${empire.name} has no city with the name or id "${cityText}".`);
          const renamed = { id: city.id, before: city.name };
          setCityName(scope, city, name);
          return renamed;
        },
        record: (tx, renamed) =>
          audit(
            `${renamed.before} (${renamed.id})`,
            { empire_id: empire.id, before: renamed.before, after: name },
            tx,
          ),
      });
      return { data: { id, before, name }, text: `${before} is now called ${name}.` };
    },
  }),
];
