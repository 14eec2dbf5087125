import type { LeaveView } from '../contract/leave.ts';
import { applyDueNow } from '../game/advance.ts';
import { leaveEndsAt, orderLeave, returnFromLeave } from '../game/diplomacy/leave.ts';
import type { OrderedLeave } from '../game/types.ts';
import { isoOf } from '../kernel/time.ts';
import { change } from '../world/change.ts';
import { executeEmpireCommand, requireOwnEmpire } from '../world/ownership.ts';
import type { Context } from '../world/services.ts';

/** As all players see it. */
export function toLeaveView(leave: OrderedLeave | null): LeaveView | null {
  if (leave === null) return null;
  const { days, orderedAt, noticeEndsAt, beganAt } = leave;
  const endsAt = leaveEndsAt(leave);
  return {
    days,
    ordered_at: isoOf(orderedAt),
    notice_ends_at: isoOf(noticeEndsAt),
    began_at: beganAt === null ? null : isoOf(beganAt),
    ends_at: endsAt === null ? null : isoOf(endsAt),
  };
}

/** Refusals: NOT_FOUND, FORBIDDEN, ON_LEAVE, LEAVE_PAUSE, HOLDS_SEAT. */
export async function takeLeave(context: Context, empireId: string, days: number) {
  return executeEmpireCommand(context, empireId, ({ world, empire, now }) => {
    orderLeave(world, empire, days, now);
    return { success: true as const, leave: toLeaveView(empire.leave) };
  });
}

/**
 * Without `executeCommand`, which takes no orders of an empire on leave. Refusals: NOT_FOUND, FORBIDDEN, LEAVE_PAUSE.
 */
export async function endLeave(context: Context, empireId: string) {
  await requireOwnEmpire(context, empireId);
  return change(context.services, { empireIds: [empireId] }, ([{ world, empire, now, emit }]) => {
    returnFromLeave(empire, now, emit);
    applyDueNow(world, empire, now, emit);
    empire.lastActiveAt = now;
    return { success: true as const, leave: null };
  });
}
