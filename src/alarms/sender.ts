/**
 * Sends alarms. Notifications of the feed make channels due; any instance claims those, and sends what a channel has
 * not delivered. An instance that starts, or has missed notifications, looks at all channels.
 */
import { combine } from '../db/combine.ts';
import type { Log } from '../kernel/log.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../kernel/time.ts';
import type { Notification } from '../world/log/notifications.ts';
import type { Services } from '../world/services.ts';
import {
  claimBrowsers,
  claimMailboxes,
  claimMs,
  deleteChannel,
  endClaims,
  unchangedResult,
  type Channel,
  type ChannelResult,
} from './channels.ts';
import { DueMarker } from './due-marker.ts';
import { endMails } from './mailbox.ts';
import type { SendPush } from './push.ts';
import { selectPlayers, type PlayerAlarms } from './selection.ts';
import { deliverToBrowser } from './deliver-to-browser.ts';
import { deliverToMailbox, type MailDeps } from './deliver-to-mailbox.ts';
import type { Delivery } from './delivery.ts';

/** With more pushes at once, orders would wait longer for the thread that encrypts them. */
const maxOpen = { push: 16, mail: 8 };
/** Changes in this time share a statement. */
const gatheringMs = 100;
/** Finds what falls due without a change, and expired claims of other instances. */
const pollMs = 2 * secondMs;
/** After an unexpected error. */
const retryMs = minuteMs;
const firstPauseMs = 15 * secondMs;
const maxPauseMs = hourMs;
const giveUpMs = dayMs;
/** At a shutdown; open claims then run out. */
const maxStopMs = 5 * secondMs;

export type AlarmSenderDeps = Pick<Services, 'pool' | 'clock' | 'readEmpire' | 'metrics'> & {
  log: Log;
  sendPush: SendPush;
  /** Null: the server sends no mails. */
  mail: MailDeps | null;
};

export class AlarmSender {
  readonly #deps: AlarmSenderDeps;
  readonly #endClaim: (result: ChannelResult) => Promise<true | null>;
  /** Channels in work. */
  readonly #open = { push: new Set<Promise<void>>(), mail: new Set<Promise<void>>() };
  readonly #due = new DueMarker();
  /** Ends the present or next sleep. */
  #wake = new AbortController();
  #cancelWake: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(deps: AlarmSenderDeps) {
    this.#deps = deps;
    this.#endClaim = combine(
      async (results) => {
        await endClaims(deps.pool, results);
        return results.map((): true => true);
      },
      { ms: gatheringMs, time: deps.clock.machine },
    );
  }

  note(notification: Notification): void {
    if (this.#due.note(notification)) this.#wakeSoon();
  }

  noteGap(): void {
    this.#due.noteGap();
    this.#wakeSoon();
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelWake?.();
    this.#wake.abort();
    await this.#running;
    const done = new AbortController();
    await Promise.race([this.#settled(), this.#deps.clock.machine.delay(maxStopMs, done.signal)]);
    done.abort();
  }

  async catchUp(): Promise<void> {
    while ((await this.#claim()) > 0) await this.#settled();
  }

  #settled(): Promise<unknown> {
    return Promise.all([...this.#open.push, ...this.#open.mail]);
  }

  #wakeSoon(): void {
    this.#cancelWake ??= this.#deps.clock.machine.after(gatheringMs, () => this.#wake.abort());
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      let hasMore = false;
      try {
        hasMore = (await this.#claim()) > 0;
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'alarms: query failed, retrying');
      }
      if (hasMore) while (this.#open.push.size > maxOpen.push / 2) await Promise.race(this.#open.push);
      else await this.#sleep();
    }
  }

  async #sleep(): Promise<void> {
    if (this.#isStopped) return;
    if (this.#due.hasChanges) this.#wakeSoon();
    await this.#deps.clock.machine.delay(pollMs, this.#wake.signal);
    this.#cancelWake?.();
    this.#cancelWake = null;
    this.#wake = new AbortController();
  }

  /** Returns the number of claimed channels. */
  async #claim(): Promise<number> {
    const { pool, clock, mail } = this.#deps;
    const now = clock.now();
    await this.#due.mark(pool, now);
    const claimedAt = performance.now();
    const free = (medium: Channel['medium']): number => maxOpen[medium] - this.#open[medium].size;
    const channels = [
      ...(await claimBrowsers(pool, now, free('push'))),
      ...(mail === null || free('mail') === 0 ? [] : await claimMailboxes(pool, now, free('mail'))),
    ];
    if (channels.length === 0) return 0;
    const userIds = [...new Set(channels.map(({ user_id: id }) => id))];
    const players = await selectPlayers(pool, userIds, now);
    for (const channel of channels) {
      const open = this.#open[channel.medium];
      const work = this.#deliver(channel, players.get(channel.user_id), { now, claimedAt })
        .catch(async (error: unknown) => {
          this.#deps.log.warn({ err: error, channel: channel.id }, 'alarms: sending failed, retrying');
          const later = { ...unchangedResult(channel), next_at: now, held_until: now + retryMs };
          // If this fails, too, the claim runs out.
          await this.#endClaim(later).catch(() => null);
        })
        .finally(() => {
          open.delete(work);
          // Few mails are sent at once, so more may be due.
          if (channel.medium === 'mail') this.#wakeSoon();
        });
      open.add(work);
    }
    return channels.length;
  }

  async #deliver(
    channel: Channel,
    player: PlayerAlarms | undefined,
    { now, claimedAt }: { now: number; claimedAt: number },
  ): Promise<void> {
    const { mail } = this.#deps;
    const isWanted = player?.is_active === true || channel.medium === 'mail';
    if (player === undefined || !isWanted) await this.#endClaim(unchangedResult(channel));
    else {
      const time = {
        now,
        isLate: () => performance.now() - claimedAt > claimMs[channel.medium] / 2,
      };
      if (channel.medium === 'push')
        await this.#end(await deliverToBrowser(this.#deps, channel, player, time), now);
      else if (mail !== null) await this.#end(await deliverToMailbox(mail, channel, player, time), now);
    }
  }

  async #end({ result, sent, end, givenUp }: Delivery, now: number): Promise<void> {
    const { metrics, log } = this.#deps;
    const { channel } = result;
    metrics.alarms.inc({ outcome: 'sent' }, sent);
    const isWell = sent > 0 || end.outcome === 'sent';
    const ended: ChannelResult = {
      ...result,
      ...(isWell ? { failures: 0, failing_since: null } : {}),
      ...(sent > 0 ? { last_success_at: now } : {}),
    };
    if (end.outcome === 'late')
      await this.#endClaim({
        ...ended,
        next_at: now,
        held_until: channel.medium === 'mail' ? now + firstPauseMs : 0,
      });
    else if (end.outcome === 'gone') await this.#remove(channel, 'gone');
    else if (end.outcome === 'failed') {
      const failingSince = ended.failing_since ?? now;
      metrics.alarms.inc({ outcome: 'failed' });
      log.warn({ channel: channel.id, reason: end.reason, failures: ended.failures + 1 }, 'alarm failed');
      if (now - failingSince < giveUpMs) {
        const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(ended.failures, 20), maxPauseMs);
        const wishedMs = 'retryMs' in end ? (end.retryMs ?? 0) : 0;
        await this.#endClaim({
          ...ended,
          next_at: now,
          held_until: now + Math.max(pauseMs, Math.min(wishedMs, giveUpMs)),
          failures: ended.failures + 1,
          failing_since: failingSince,
        });
      } else if (givenUp === null) await this.#remove(channel, 'given_up');
      else {
        metrics.alarms.inc({ outcome: 'given_up' });
        await this.#endClaim(givenUp);
      }
    } else await this.#endClaim(ended);
  }

  async #remove(channel: Channel, outcome: 'gone' | 'given_up'): Promise<void> {
    const { pool, metrics, log } = this.#deps;
    if (channel.medium === 'push') await deleteChannel(pool, channel.id);
    else await endMails(pool, channel.id);
    metrics.alarms.inc({ outcome });
    log.info({ channel: channel.id, outcome }, 'alarms: channel removed');
  }
}
