/** Creates the feed of an instance, which passes notifications on to live connections and to the sender of alarms. */
import type { AlarmSender } from '../alarms/sender.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Gateway } from '../realtime/gateway.ts';
import { createFeed, type Feed, type FeedListener } from '../world/log/feed.ts';

interface Listeners extends Pick<FeedListener, 'holdWorldLock'> {
  gateway: Gateway;
  alarms: AlarmSender;
  metrics: Metrics;
}

export function createInstanceFeed(
  { connectionString, clock, log }: { connectionString: string; clock: Clock; log: Log },
  { gateway, alarms, metrics, ...lock }: Listeners,
): Feed {
  const listener: FeedListener = {
    ...lock,
    onEvent: (event) => {
      gateway.deliver(event);
      alarms.note(event);
    },
    onGap: () => {
      metrics.feedGaps.inc();
      alarms.noteGap();
      gateway
        .resync()
        .catch((error: unknown) => log.warn({ err: error }, 'feed: resync of live clients failed'));
    },
  };
  return createFeed(connectionString, listener, clock.machine, log);
}
