/**
 * The operator's announcement, stored as a setting. Every instance keeps it in memory; a notification reports each
 * change.
 */
import { z } from 'zod';
import { announced, type Announced, type Announcement } from '../contract/announcement.ts';
import { count } from '../db/columns.ts';
import { worldChannel } from '../db/names.ts';
import { defineQuery, selectOptional, statement, type Db } from '../db/pool.ts';
import type { Notification } from './log/notifications.ts';

const selectAnnouncementStatement = statement('selectAnnouncement', {
  sql: `SELECT value AS announcement FROM settings WHERE key = 'announcement'`,
  row: announced,
});

/** Null if there is none; it may have ended. */
export async function selectAnnouncement(db: Db): Promise<Announcement | null> {
  const stored = (await selectOptional(db, selectAnnouncementStatement, []))?.announcement ?? null;
  if (stored === null) return null;
  // jsonb does not keep the order of the contract.
  const { text, announced_at, ends_at } = stored;
  return { text, announced_at, ends_at };
}

/** Replaces the announcement and notifies all instances; null removes it. */
export const storeAnnouncement = defineQuery('storeAnnouncement', {
  sql: `WITH stored AS (
     INSERT INTO settings (key, value) VALUES ('announcement', $1::jsonb)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value
   )
   SELECT count(pg_notify('${worldChannel}', $2)) AS sent`,
  row: z.strictObject({ sent: count }),
  values: (announcement: Announcement | null) => {
    const notification: Notification = { event: 'announcement', to: [], data: { announcement } };
    return [JSON.stringify(announcement), JSON.stringify(notification)];
  },
}).rows;

export class AnnouncementBoard {
  #latest: Announcement | null = null;
  /** A slow read must not replace a newer notification. */
  #changes = 0;

  /** Null if there is none or it has ended. */
  at(now: number): Announcement | null {
    return this.#latest === null || Date.parse(this.#latest.ends_at) <= now ? null : this.#latest;
  }

  set({ announcement }: Announced): void {
    this.#latest = announcement;
    this.#changes += 1;
  }

  /** Call it at the start and after missed notifications. */
  async load(db: Db): Promise<void> {
    const before = this.#changes;
    const announcement = await selectAnnouncement(db);
    if (this.#changes === before) this.set({ announcement });
  }
}
