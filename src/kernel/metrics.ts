/**
 * The metrics that an instance updates as it works. src/server/metrics-collectors.ts adds those that are read on each
 * scrape. Each instance has its own registry.
 */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Seconds. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Seconds. Few buckets, because every statement has its own. */
const statementDurations = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];
/** Seconds. The clock is late by hours after downtime. */
const delays = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600, 3600];
const batchSizes = [1, 2, 4, 8, 16, 32, 64];

let processRegistry: Registry | null = null;

function collectProcess(): Registry {
  if (processRegistry === null) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** Durations are in seconds. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const count = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `hegemon_${name}`, help, labelNames, registers });
  const measure = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name: `hegemon_${name}`, help, buckets, labelNames, registers });
  const process = collectProcess();

  return {
    registry,
    write: async (): Promise<string> => `${await registry.metrics()}\n${await process.metrics()}`,

    requests: count(
      'http_requests_total',
      'Finished requests by method, route pattern and status; "aborted" if the response was not sent completely.',
      'method',
      'route',
      'status',
    ),
    requestSeconds: measure(
      'http_request_duration_seconds',
      'Request duration, from the request head to the end of the response.',
      durations,
      'method',
      'route',
    ),
    rateLimited: count('rate_limited_total', 'Requests rejected with RATE_LIMITED, by class.', 'class'),
    mails: count('mails_total', 'Mails by outcome: sent, failed, dropped (the queue was full).', 'outcome'),
    alarms: count(
      'alarms_total',
      'Alarms by outcome: sent, failed (retried), gone (the browser no longer exists), given_up (after 24 hours).',
      'outcome',
    ),
    securityEvents: count('security_events_total', 'Lines of the security log, by event.', 'event'),

    statementSeconds: measure(
      'db_statement_duration_seconds',
      'Statement duration, from send to result, by name; a statement shared by several requests counts once.',
      statementDurations,
      'name',
    ),
    statementErrors: count(
      'db_statement_errors_total',
      'Failed statements by SQLSTATE or system error code.',
      'code',
    ),
    cacheLookups: count(
      'cache_lookups_total',
      'Lookups of cached empires by outcome: hit (still current), outdated, missing.',
      'cache',
      'outcome',
    ),
    poolWaitSeconds: measure('db_pool_wait_seconds', 'Wait for a connection of the pool.', durations),

    commandSeconds: measure(
      'command_duration_seconds',
      'Command duration in the write path, including waiting, by outcome: done, refused, busy, failed.',
      durations,
      'outcome',
    ),
    commandBatchSize: measure('command_batch_size', 'Number of commands per transaction.', batchSizes),
    commandsAlone: count(
      'commands_alone_total',
      'Commands that left their batch by reason: held (empire locked elsewhere), meeting (one is due first), failed (batch).',
      'reason',
    ),
    lateness: measure(
      'due_lateness_seconds',
      'Delay between the due time of work and its execution, for empires and for contacts.',
      delays,
      'of',
    ),

    feedGaps: count('feed_gaps_total', 'Reconnects of the feed after a lost database connection.'),
  };
}
