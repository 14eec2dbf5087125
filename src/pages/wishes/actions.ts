/** The forms of the wishes page. They name wishes by id, so a list that changed meanwhile loses nothing. */
import { z } from 'zod';
import { uuid } from '../../contract/text.ts';
import { resources } from '../../contract/vocabulary.ts';
import { reserve } from '../../contract/wishes.ts';
import { addAhead, moveWish, removeWish, setReserve } from '../../empire/wishes.ts';
import { defineAction } from '../framework/action.ts';
import { requireEmpireId } from '../framework/page.ts';
import { wholeNumber } from '../shared/forms.ts';
import { aheadText } from '../shared/wish-views.ts';
import { wishesPage } from './page.ts';

export const wishActions = [
  defineAction('/wishes/move', wishesPage, {
    anchor: () => 'wishes',
    body: z.object({ id: uuid, side: z.enum(['before', 'after']), other_id: uuid }),
    run: async ({ services, viewer, body: { id, side, other_id: otherId } }) => {
      const position = await moveWish(services, requireEmpireId(viewer), id, { side, otherId });
      return { notice: position === null ? 'It is paid and ordered.' : `Moved to place ${position}.` };
    },
  }),
  defineAction('/wishes/ahead', wishesPage, {
    anchor: () => 'wishes',
    body: z.object({ id: uuid }),
    run: async ({ services, viewer, body }) => {
      const added = aheadText(await addAhead(services, requireEmpireId(viewer), body.id));
      return { notice: added === null ? 'It needs nothing more.' : `Added before it: ${added}.` };
    },
  }),
  defineAction('/wishes/remove', wishesPage, {
    anchor: () => 'wishes',
    body: z.object({ id: uuid }),
    result: { notice: 'Removed from the list.' },
    run: ({ services, viewer, body }) => removeWish(services, requireEmpireId(viewer), body.id),
  }),
  defineAction('/wishes/reserve', wishesPage, {
    anchor: () => 'reserve',
    body: reserve,
    fromFields: (fields) =>
      Object.fromEntries(resources.map((resource) => [resource, wholeNumber(fields[resource]) ?? 0])),
    result: { notice: 'Saved.' },
    run: ({ services, viewer, body }) => setReserve(services, requireEmpireId(viewer), body),
  }),
];
