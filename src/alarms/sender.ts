/**
 * Sends alarms. Notifications of the feed make channels due; any instance claims those, reads the present alarms of their
 * players, and sends the ones that a channel has not announced. It holds no lock and no transaction meanwhile. An instance
 * that starts, or has missed notifications, looks at all channels once.
 */
import { coalesce } from '../db/coalesce.ts';
import type { Log } from '../kernel/log.ts';
import { dayMs, hourMs, secondMs } from '../kernel/time.ts';
import type { Notification } from '../world/log/notifications.ts';
import type { Services } from '../world/services.ts';
import {
  claimChannels,
  claimMs,
  deleteChannel,
  endClaims,
  markAllDue,
  markDue,
  type Changes,
  type Channel,
  type ChannelResult,
} from './channels.ts';
import { deliverPushes, type Delivered } from './deliver-push.ts';
import { quietUntil } from './local-time.ts';
import type { SendPush } from './push.ts';
import { presentAlarms, selectPlayers, type PlayerAlarms } from './selection.ts';
import { quietOf } from './settings.ts';

/** Channels at once: mostly waiting for push services, which answer in tens of milliseconds. */
const maxOpen = 128;
/** Changes in this time share a statement. */
const gatheringMs = 100;
/** Finds what falls due without a change, and what another instance left behind. */
const pollMs = 2 * secondMs;
const firstPauseMs = 15 * secondMs;
const maxPauseMs = hourMs;
const giveUpMs = dayMs;

export type AlarmSenderDeps = Pick<Services, 'pool' | 'clock' | 'readEmpire' | 'metrics'> & {
  log: Log;
  sendPush: SendPush;
};

const noChanges = (): Changes => ({ userIds: new Set(), empireIds: new Set(), stateIds: new Set() });

export class AlarmSender {
  readonly #deps: AlarmSenderDeps;
  readonly #endClaim: (result: ChannelResult) => Promise<true | null>;
  /** Channels that are being worked on. */
  readonly #open = new Set<Promise<void>>();
  #changes = noChanges();
  #isGap = true;
  #wake: (() => void) | null = null;
  #cancelWake: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(deps: AlarmSenderDeps) {
    this.#deps = deps;
    this.#endClaim = coalesce(
      async (results) => {
        await endClaims(deps.pool, results);
        return results.map((): true => true);
      },
      { ms: gatheringMs, time: deps.clock.machine },
    );
  }

  /** Takes note of a notification of the feed. */
  note({ event, to, data }: Notification): void {
    const { userIds, empireIds, stateIds } = this.#changes;
    if (event === 'entry_appended') for (const id of to) empireIds.add(id);
    else if (event === 'empire_update' || event === 'resource_update') for (const id of to) stateIds.add(id);
    else if (event === 'message_sent') {
      // The chat of an alliance gives no alarms.
      if (data.blocker_ids === undefined) for (const id of data.user_ids) userIds.add(id);
    } else if (event === 'threat_changed') for (const id of data.user_ids) userIds.add(id);
    else return;
    this.#wakeSoon();
  }

  /** Notifications may be missing. */
  noteGap(): void {
    this.#isGap = true;
    this.#wakeSoon();
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends after the sends that are under way, which have a time limit. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelWake?.();
    this.#wake?.();
    await this.#running;
    await Promise.all(this.#open);
  }

  /** Sends all that is due now. */
  async catchUp(): Promise<void> {
    while ((await this.#claim()) > 0) await Promise.all(this.#open);
  }

  #wakeSoon(): void {
    if (this.#wake === null || this.#cancelWake !== null) return;
    this.#cancelWake = this.#deps.clock.machine.after(gatheringMs, () => this.#wake?.());
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      let hasMore = false;
      try {
        hasMore = (await this.#claim()) > 0;
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'alarms: query failed, retrying');
      }
      if (hasMore) while (this.#open.size > maxOpen / 2) await Promise.race(this.#open);
      else await this.#sleep();
    }
  }

  #sleep(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancelPoll = this.#deps.clock.machine.after(pollMs, () => this.#wake?.());
      this.#wake = () => {
        cancelPoll();
        this.#wake = null;
        this.#cancelWake?.();
        this.#cancelWake = null;
        resolve();
      };
      if (this.#hasChanges) this.#wakeSoon();
    });
  }

  get #hasChanges(): boolean {
    const { userIds, empireIds, stateIds } = this.#changes;
    return this.#isGap || userIds.size + empireIds.size + stateIds.size > 0;
  }

  async #markDue(now: number): Promise<void> {
    if (!this.#hasChanges) return;
    const [changes, isGap] = [this.#changes, this.#isGap];
    this.#changes = noChanges();
    this.#isGap = false;
    try {
      await (isGap ? markAllDue(this.#deps.pool, now) : markDue(this.#deps.pool, changes, now));
    } catch (error) {
      this.#isGap = true;
      throw error;
    }
  }

  /** Claims due channels and begins to work on them. Returns their number. */
  async #claim(): Promise<number> {
    const { pool, clock } = this.#deps;
    const now = clock.now();
    await this.#markDue(now);
    const claimedAt = performance.now();
    const channels = await claimChannels(pool, now, maxOpen - this.#open.size);
    if (channels.length === 0) return 0;
    const userIds = [...new Set(channels.map(({ user_id: id }) => id))];
    const players = await selectPlayers(pool, userIds, now);
    for (const channel of channels) {
      const work = this.#serve(channel, players.get(channel.user_id), { now, claimedAt })
        .catch((error: unknown) => {
          // The claim runs out, and an instance tries again.
          this.#deps.log.warn({ err: error, channel: channel.id }, 'alarms: sending failed, retrying');
        })
        .finally(() => this.#open.delete(work));
      this.#open.add(work);
    }
    return channels.length;
  }

  async #serve(
    channel: Channel,
    player: PlayerAlarms | undefined,
    { now, claimedAt }: { now: number; claimedAt: number },
  ): Promise<void> {
    const { sendPush } = this.#deps;
    const unchanged: ChannelResult = {
      channel,
      announced: channel.announced,
      nextAt: Infinity,
      heldUntil: 0,
      failures: channel.failures,
      failingSince: channel.failing_since,
      lastSuccessAt: channel.last_success_at,
    };
    const quiet = player === undefined ? null : quietOf(player);
    const heldUntil = quiet === null ? null : quietUntil(now, quiet);
    if (player?.is_active !== true) await this.#endClaim(unchanged);
    else if (heldUntil !== null && !channel.is_test_wanted)
      await this.#endClaim({ ...unchanged, nextAt: now, heldUntil });
    else {
      const { alarms, nextAt } = await presentAlarms(player, (id) => this.#deps.readEmpire('empire', id));
      const isFresh = (key: string): boolean => heldUntil === null && !channel.announced.includes(key);
      const fresh = alarms.filter(({ key }) => isFresh(key));
      const isLate = (): boolean => performance.now() - claimedAt > claimMs / 2;
      const delivered = await deliverPushes(
        sendPush,
        channel,
        { alarms: fresh, settings: player },
        { now, isLate },
      );
      const announced = [...channel.announced, ...delivered.announced];
      const present = alarms.flatMap(({ key }) => (announced.includes(key) ? [key] : []));
      const next = heldUntil === null ? { nextAt } : { nextAt: now, heldUntil };
      await this.#end({ ...unchanged, announced: present, ...next }, delivered, now);
    }
  }

  /** Ends a claim after an attempt to send. */
  async #end(result: ChannelResult, { sent, end }: Delivered, now: number): Promise<void> {
    const { metrics, log } = this.#deps;
    const { channel } = result;
    metrics.alarms.inc({ outcome: 'sent' }, sent);
    const ended = sent > 0 ? { ...result, failures: 0, failingSince: null, lastSuccessAt: now } : result;
    if (end.outcome === 'late') await this.#endClaim({ ...ended, nextAt: now });
    else if (end.outcome === 'gone') await this.#remove(channel, 'gone');
    else if (end.outcome === 'failed') {
      const failingSince = ended.failingSince ?? now;
      metrics.alarms.inc({ outcome: 'failed' });
      log.warn({ channel: channel.id, reason: end.reason, failures: ended.failures + 1 }, 'alarm failed');
      if (now - failingSince >= giveUpMs) await this.#remove(channel, 'given_up');
      else {
        const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(ended.failures, 20), maxPauseMs);
        const heldUntil = now + Math.max(pauseMs, Math.min(end.retryMs ?? 0, giveUpMs));
        await this.#endClaim({
          ...ended,
          nextAt: now,
          heldUntil,
          failures: ended.failures + 1,
          failingSince,
        });
      }
    } else await this.#endClaim(ended);
  }

  async #remove(channel: Channel, outcome: 'gone' | 'given_up'): Promise<void> {
    const { pool, metrics, log } = this.#deps;
    await deleteChannel(pool, channel.id);
    metrics.alarms.inc({ outcome });
    log.info({ channel: channel.id, outcome }, 'alarms: browser removed');
  }
}
