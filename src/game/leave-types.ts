/** The leave of an empire, in the part of it that others see. */

export interface Leave {
  /** Real days from its begin to its end. */
  days: number;
  orderedAt: number;
  /** From then on no attack may reach the empire, except those that were ordered before the leave. */
  noticeEndsAt: number;
  /** The end of the notice, or the contact of the last attack that was under way at the order: it does not begin before. */
  notBefore: number;
  /** Null during the notice, and as long as something keeps it from beginning. */
  beganAt: number | null;
}
