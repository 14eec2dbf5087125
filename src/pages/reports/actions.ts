/** The forms of the result strip: one result, or all that are shown, become read. */
import { z } from 'zod';
import { readLocalPath } from '../../http/sessions/authenticate.ts';
import { markResultsRead, maxUnread } from '../../world/log/results.ts';
import { defineAction } from '../framework/action.ts';
import { requireEmpireId } from '../framework/page.ts';
import { reportsPage } from './page.ts';

const readBody = z.object({
  numbers: z.array(z.int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(maxUnread),
});

export const reportActions = [
  defineAction('/reports/read', reportsPage, {
    anchor: () => null,
    body: readBody,
    fromFields: ({ numbers = '' }) => ({ numbers: numbers.split(',').map(Number) }),
    run: async ({ services, viewer, fields, body }) => {
      await markResultsRead(services, requireEmpireId(viewer), body.numbers);
      // The strip is on every page, and leads back to it.
      return { notice: null, address: readLocalPath(fields.address ?? '') ?? reportsPage.path };
    },
  }),
];
