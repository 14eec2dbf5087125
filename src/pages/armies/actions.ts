/** The forms of the armies page. Attacks are ordered on the map, next to the target. */
import { dismissBody, guardBody, mergeBody, moveBody, splitBody } from '../../contract/military.ts';
import { unitTypes } from '../../contract/vocabulary.ts';
import { dismiss, guard, merge, move, recall, split } from '../../military/operations.ts';
import { defineAction } from '../framework/action.ts';
import type { Params } from '../framework/page.ts';
import {
  optionalText,
  pageTop,
  targetOfField,
  tileOfFields,
  wholeNumber,
  type Fields,
} from '../shared/forms.ts';
import { tileText, unitsText } from '../shared/formatters.ts';
import { armiesPage } from './page.ts';

const armyForm = (order: string) => ({
  address: ({ army_id = '' }: Params) => `/armies?army=${army_id}`,
  anchor: ({ army_id = '' }: Params) => `army-${army_id}-${order}`,
});

const unitsOfFields = (fields: Fields) =>
  Object.fromEntries(unitTypes.map((type) => [type, wholeNumber(fields[type])]));

export const armyActions = [
  defineAction('/armies/:army_id/move', armiesPage, {
    ...armyForm('move'),
    body: moveBody,
    fromFields: (fields) => ({ destination: tileOfFields(fields) }),
    run: async ({ params, body, ...context }) => {
      const { army } = await move(context, params.army_id, body);
      return {
        notice: `${army.name} marches to ${tileText(body.destination)}.`,
        anchor: `army-${army.id}`,
      };
    },
  }),
  defineAction('/armies/:army_id/recall', armiesPage, {
    ...armyForm('recall'),
    run: async ({ params, ...context }) => {
      const { army } = await recall(context, params.army_id);
      return { notice: `${army.name} turns home.`, anchor: `army-${army.id}` };
    },
  }),
  defineAction('/armies/:army_id/guard', armiesPage, {
    ...armyForm('guard'),
    body: guardBody,
    fromFields: ({ place }) => targetOfField(place),
    run: async ({ params, body, ...context }) => {
      const { army } = await guard(context, params.army_id, body);
      return { notice: `${army.name} is on its way to guard it.`, anchor: `army-${army.id}` };
    },
  }),
  defineAction('/armies/:army_id/split', armiesPage, {
    ...armyForm('split'),
    body: splitBody,
    fromFields: (fields) => ({ units: unitsOfFields(fields), name: optionalText(fields.name) }),
    run: async ({ params, body, ...context }) => {
      const { army } = await split(context, params.army_id, body);
      return { notice: `${army.name} is formed of ${unitsText(army.units)}.`, anchor: `army-${army.id}` };
    },
  }),
  defineAction('/armies/:army_id/merge', armiesPage, {
    ...armyForm('merge'),
    body: mergeBody,
    fromFields: ({ army_id }) => ({ army_id: optionalText(army_id) }),
    run: async ({ params, body, ...context }) => {
      const { army } = await merge(context, params.army_id, body);
      return { notice: `${army.name} now has ${unitsText(army.units)}.`, anchor: `army-${army.id}` };
    },
  }),
  defineAction('/armies/:army_id/dismiss', armiesPage, {
    ...armyForm('dismiss'),
    body: dismissBody,
    fromFields: (fields) => ({ units: unitsOfFields(fields) }),
    run: async ({ params, body, ...context }) => {
      const { army } = await dismiss(context, params.army_id, body);
      const dismissed = `${unitsText(body.units)} dismissed`;
      return army === null
        ? { notice: `${dismissed}; the army is dissolved.`, anchor: pageTop }
        : { notice: `${dismissed}; ${army.name} keeps ${unitsText(army.units)}.`, anchor: `army-${army.id}` };
    },
  }),
];
