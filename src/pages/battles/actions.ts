import { revokeShare, shareBattle } from '../../battle/shares.ts';
import { defineAction } from '../framework/action.ts';
import { battlePage } from './page.ts';

export const battleActions = [
  defineAction('/battle/:battle_id/share', battlePage, {
    anchor: () => 'share',
    result: { notice: null },
    run: ({ params, ...context }) => shareBattle(context, params.battle_id),
  }),
  defineAction('/battle/:battle_id/share/revoke', battlePage, {
    anchor: () => 'share',
    result: { notice: 'Revoked. The link no longer works.' },
    run: ({ params, ...context }) => revokeShare(context, params.battle_id),
  }),
];
