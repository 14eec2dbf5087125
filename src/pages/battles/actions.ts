/** The forms of a battle report: make and revoke its public link. */
import { revokeShare, shareBattle } from '../../battle/shares.ts';
import { defineAction } from '../framework/action.ts';
import { battlePage } from './page.ts';

export const battleActions = [
  defineAction('/battle/:battle_id/share', battlePage, {
    anchor: () => 'share',
    run: async ({ params, ...actor }) => {
      await shareBattle(actor, params.battle_id);
      return { notice: null };
    },
  }),
  defineAction('/battle/:battle_id/share/revoke', battlePage, {
    anchor: () => 'share',
    run: async ({ params, ...actor }) => {
      await revokeShare(actor, params.battle_id);
      return { notice: 'Revoked. The link no longer works.' };
    },
  }),
];
