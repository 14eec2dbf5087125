/**
 * What an instance counts about itself, for Prometheus: one typed metric for everything that the parts report. What
 * is only read when somebody asks (src/server/metrics-collectors.ts) joins the same registry. Each instance has a registry of its own;
 * what belongs to the whole process is collected once.
 */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Seconds: from what is answered at once to what nobody waits for. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Seconds; there are some sixty statements. */
const statementDurations = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];
/** Seconds: the clock wakes within milliseconds, and a world that was down has hours to make up for. */
const delays = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600, 3600];
const batchSizes = [1, 2, 4, 8, 16, 32, 64];

let ofProcess: Registry | null = null;

/** Event loop, heap, garbage collection, CPU, under the names that every Node process has them. */
function collectProcess(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** The metrics of one instance. Durations are in seconds. */
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
    /** Everything as Prometheus reads it. */
    write: async (): Promise<string> => `${await registry.metrics()}\n${await process.metrics()}`,

    requests: count(
      'http_requests_total',
      'Requests that ended, by the pattern of their route; status "aborted" where no whole answer left.',
      ...(['method', 'route', 'status'] as const),
    ),
    requestSeconds: measure(
      'http_request_duration_seconds',
      'From the head of a request to the end of its answer.',
      durations,
      ...(['method', 'route'] as const),
    ),
    rateLimited: count('rate_limited_total', 'Requests refused with RATE_LIMITED.', 'class'),

    statementSeconds: measure(
      'db_statement_duration_seconds',
      'From sending a statement to its answer; one that several requests share is one.',
      statementDurations,
      'name',
    ),
    statementErrors: count(
      'db_statement_errors_total',
      'Statements that failed, by SQLSTATE or the code of the system.',
      'code',
    ),
    poolWaitSeconds: measure('db_pool_wait_seconds', 'Waiting for a connection of the pool.', durations),

    commandSeconds: measure(
      'act_duration_seconds',
      'A command through the write path, waiting included, by outcome: done, refused, busy, failed.',
      durations,
      'outcome',
    ),
    commandBatchSize: measure('act_batch_size', 'Commands that shared a transaction.', batchSizes),
    commandRetries: count(
      'act_retries_total',
      'Commands tried again: their empire was held elsewhere, a contact came first, their batch was refused whole.',
      'reason',
    ),
    lateness: measure(
      'due_lateness_seconds',
      'From the moment something was due to the moment it was settled at, for things of empires and for contacts.',
      delays,
      'of',
    ),

    eventsDelivered: count('events_delivered_total', 'Events sent to sockets, one for each socket.', 'event'),
    feedGaps: count('feed_gaps_total', 'Times the feed lost its connection and came back.'),
  };
}
