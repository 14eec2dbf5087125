/** The form of the raids: one of them, or all that are ticked. */
import { attackMany } from '../../battle/operations.ts';
import { attacksBody } from '../../contract/battle.ts';
import { GameError } from '../../kernel/errors.ts';
import { defineAction } from '../framework/action.ts';
import { countOf } from '../shared/formatters.ts';
import { sentenceOf, type Fields } from '../shared/forms.ts';
import { reportsPage } from './page.ts';
import { orderOfField } from './raid-orders.ts';

/** Of the pressed button, or of the ticked boxes. */
function ordersOf({ only, ...fields }: Fields) {
  const ticked = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith('raid-') && value !== undefined ? [value] : [],
  );
  const chosen = only === undefined ? ticked : [only];
  return chosen.map(orderOfField);
}

export const raidActions = [
  defineAction('/reports/raids', reportsPage, {
    address: () => '/reports?show=raids',
    anchor: () => 'raids',
    body: attacksBody,
    fromFields: (fields) => {
      const orders = ordersOf(fields);
      if (orders.length === 0) throw new GameError('VALIDATION_ERROR', 'Tick at least one target');
      return { orders };
    },
    run: async ({ body, ...context }) => {
      const { orders } = await attackMany(context, body.orders);
      const refused = orders.flatMap(({ target_id: id, refusal }) =>
        refusal === null ? [] : [[id, sentenceOf(new GameError(refusal.code, refusal.details))] as const],
      );
      const sent = orders.length - refused.length;
      return {
        notice: `${countOf(sent, 'raids')} under way${refused.length > 0 ? `, ${refused.length} refused` : ''}.`,
        fields: Object.fromEntries(refused),
      };
    },
  }),
];
