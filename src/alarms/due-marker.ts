/** Gathers from notifications which channels are due, and stores that. */
import type pg from 'pg';
import { execute, statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { Notification } from '../world/log/notifications.ts';

const markAlarmChannels = statement('markAlarmChannels', {
  sql: `UPDATE alarm_channels SET due_at = $4
   FROM (
     SELECT unnest($1::uuid[]) AS id, false AS has_mail
     UNION SELECT owner_id, true FROM empires WHERE id = ANY ($2::uuid[])
     UNION SELECT id, true FROM users WHERE $5 AND role <> 'player'
     UNION SELECT owner_id, false FROM empires
       LEFT JOIN alarm_settings stored ON stored.user_id = owner_id LEFT JOIN alarm_wakes wake ON wake.user_id = owner_id
       WHERE empires.id = ANY ($3::uuid[]) AND (kinds && '{wish,storage}' OR wake.id IS NOT NULL)
   ) AS concerned
   WHERE user_id = concerned.id AND (medium = 'push' OR has_mail AND wants_attacks) AND (due_at IS NULL OR due_at > $4)`,
});

interface Changes {
  userIds: Set<string>;
  empireIds: Set<string>;
  /** Empires with a changed stock, rate or queue. */
  stateIds: Set<string>;
  /** Moderators. */
  isForStaff: boolean;
}

const markAllAlarmChannels = statement('markAllAlarmChannels', {
  sql: 'UPDATE alarm_channels SET due_at = $1 WHERE due_at IS NULL OR due_at > $1',
});

const noChanges = (): Changes => ({
  userIds: new Set(),
  empireIds: new Set(),
  stateIds: new Set(),
  isForStaff: false,
});

export class DueMarker {
  #changes = noChanges();
  /** Notifications may be missing: at the start, and after a cut connection. */
  #isGap = true;

  note({ event, to, data }: Notification): boolean {
    const { userIds, empireIds, stateIds } = this.#changes;
    if (event === 'entry_appended') for (const id of to) empireIds.add(id);
    else if (event === 'empire_update' || event === 'resource_update') for (const id of to) stateIds.add(id);
    else if (event === 'message_sent') {
      // The chat of an alliance gives no alarms.
      if (data.blocker_ids === undefined) for (const id of data.user_ids) userIds.add(id);
    } else if (event === 'threat_changed') for (const id of data.user_ids) userIds.add(id);
    else if (event === 'reports_changed') this.#changes.isForStaff = true;
    else return false;
    return true;
  }

  noteGap(): void {
    this.#isGap = true;
  }

  get hasChanges(): boolean {
    const { userIds, empireIds, stateIds, isForStaff } = this.#changes;
    return this.#isGap || isForStaff || userIds.size + empireIds.size + stateIds.size > 0;
  }

  /** After a failure, all channels become due. */
  async mark(pool: pg.Pool, now: number): Promise<void> {
    if (!this.hasChanges) return;
    const [{ userIds, empireIds, stateIds, isForStaff }, isGap] = [this.#changes, this.#isGap];
    this.#changes = noChanges();
    this.#isGap = false;
    try {
      await transaction(pool, (tx) =>
        isGap
          ? execute(tx, markAllAlarmChannels, [now])
          : execute(tx, markAlarmChannels, [[...userIds], [...empireIds], [...stateIds], now, isForStaff]),
      );
    } catch (error) {
      this.#isGap = true;
      throw error;
    }
  }
}
