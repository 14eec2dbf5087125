/** Why a battle was called off, as a sentence. */
import { seatLimit } from '../../game/seats.ts';
import type { CallOffReason } from '../../contract/vocabulary.ts';

export const callOffReasons = {
  army_gone: 'The attacking army no longer existed.',
  target_gone: 'The target had gone when the army came.',
  protected: 'The target was protected when the army came.',
  recalled: 'The army was recalled.',
  own_seat: 'The attacker already held the seat.',
  seat_limit: `The attacker already held ${seatLimit} other seats.`,
  allied: 'Both empires were in the same alliance when the army came.',
  truce: 'The seat had changed hands and was under a truce.',
} satisfies Record<CallOffReason, string>;
