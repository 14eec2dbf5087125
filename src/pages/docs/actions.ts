/** The form of the API page: a token for its snippets. */
import { createToken } from '../../account/api-tokens.ts';
import { defineAction } from '../framework/action.ts';
import { docsPage } from './page.ts';

const tokenDays = 30;

export const docsActions = [
  defineAction('/docs/token', docsPage, {
    anchor: () => 'token',
    run: async ({ account, viewer, response }) => {
      const moment = new Date(account.clock.now()).toISOString().slice(0, 19).replace('T', ' ');
      const body = { name: `API page, ${moment}`, scope: 'play' as const, days: tokenDays };
      const { secret } = await createToken(account, viewer, body, response);
      return {
        notice: `This token works for ${tokenDays} days. It is shown only once, and your account page can revoke it.`,
        fields: { secret },
        isShownOnce: true,
      };
    },
  }),
];
