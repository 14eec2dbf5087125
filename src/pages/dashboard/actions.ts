/** The form that founds an empire. The forms of the first steps are in city/actions.ts. */
import { foundEmpireBody } from '../../contract/empire.ts';
import { foundEmpire } from '../../empire/operations.ts';
import { defineAction } from '../framework/action.ts';
import { pageTop, tileOfFields } from '../shared/forms.ts';
import { tileText } from '../shared/formatters.ts';
import { dashboardPage } from './page.ts';

export const dashboardActions = [
  defineAction({
    path: '/dashboard/empire',
    page: dashboardPage,
    place: () => 'found-empire',
    body: foundEmpireBody,
    fromFields: (fields) => ({ name: fields.name, starting_location: tileOfFields(fields) }),
    run: async ({ services, viewer, body }) => {
      const { empire } = await foundEmpire(services, viewer, body);
      const { name, location } = empire.capital;
      return {
        notice: `${empire.name} is founded. ${name} stands at ${tileText(location)}.`,
        place: pageTop,
      };
    },
  }),
];
