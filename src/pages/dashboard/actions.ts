/** The forms of the dashboard: founding an empire, and the orders of the next step. */
import { foundEmpireBody } from '../../contract/empire.ts';
import { foundEmpire } from '../../empire/operations.ts';
import { defineAction } from '../framework/action.ts';
import { buildOrder, trainOrder } from '../shared/city-orders.ts';
import { optionalText, pageTop, tileOfFields } from '../shared/forms.ts';
import { tileText } from '../shared/formatters.ts';
import { dashboardPage } from './page.ts';

const nextStep = { anchor: () => 'next-step' };

export const dashboardActions = [
  defineAction('/dashboard/city/:city_id/build', dashboardPage, { ...nextStep, ...buildOrder }),
  defineAction('/dashboard/city/:city_id/train', dashboardPage, { ...nextStep, ...trainOrder }),
  defineAction('/dashboard/empire', dashboardPage, {
    anchor: () => 'found-empire',
    body: foundEmpireBody,
    fromFields: (fields) => ({
      name: fields.name,
      capital_name: optionalText(fields.capital_name),
      starting_location: tileOfFields(fields),
    }),
    run: async ({ body, ...actor }) => {
      const { empire } = await foundEmpire(actor, body);
      const { name, location } = empire.capital;
      return {
        notice: `${empire.name} is founded. ${name} is at ${tileText(location)}.`,
        anchor: pageTop,
      };
    },
  }),
];
