/**
 * Web Push (RFC 8030, 8291, 8292). Endpoints come from browsers: requests go only to known push services and those of
 * PUSH_SERVICES, and follow no redirect.
 */
import { LRUCache } from 'lru-cache';
import webPush, { type RequestOptions } from 'web-push';
import type { MachineTime } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import { dayMs, hourMs, secondMs } from '../kernel/time.ts';
import type { Browser } from './channels.ts';

/** Of Chrome, Edge, Firefox and Safari, with subdomains. */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'web.push.apple.com',
];
const limitMs = 4 * secondMs;
/** A push service keeps an alarm for an offline browser this long. */
const maxKeptSeconds = dayMs / secondMs;

/** The maximum of RFC 8292 is a day. */
const signatureMs = 12 * hourMs;
/** Origins; those of the browsers are some dozen. */
const maxSigned = 100;

/** VAPID keys, as base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export const createPushKeys = (): PushKeys => webPush.generateVAPIDKeys();

/** Throws VALIDATION_ERROR for an address of no push service. @param others further origins */
export function requireAllowed(endpoint: string, others: readonly string[]): void {
  const { protocol, hostname, origin, port, username, password } = new URL(endpoint);
  const isService =
    protocol === 'https:' &&
    port === '' &&
    services.some((service) => hostname === service || hostname.endsWith(`.${service}`));
  if (username === '' && password === '' && (isService || others.includes(origin))) return;
  throw new GameError('VALIDATION_ERROR', 'endpoint: must be an address at the push service of a browser');
}

export interface Push {
  payload: object;
  /** A later push replaces an undelivered one with the same topic. */
  topic: string;
  isUrgent: boolean;
  /** Null: a day. */
  uselessInMs: number | null;
}

/** `gone`: the browser no longer exists. `failed`: try again, after `retryMs` if the service says so. */
export type PushOutcome =
  { outcome: 'sent' | 'too large' | 'gone' } | { outcome: 'failed'; reason: string; retryMs: number | null };

export type SendPush = (
  channel: Pick<Browser, 'endpoint' | 'p256dh' | 'auth'>,
  push: Push,
) => Promise<PushOutcome>;

/** The value of Retry-After: seconds, or a date. */
function retryMsOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * secondMs : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(ms, 0) : null;
}

function outcomeOf(response: Response, now: number): PushOutcome {
  if (response.ok) return { outcome: 'sent' };
  if (response.status === 404 || response.status === 410) return { outcome: 'gone' };
  if (response.status === 413) return { outcome: 'too large' };
  const retryMs = retryMsOf(response.headers.get('retry-after'), now);
  return { outcome: 'failed', reason: `status ${response.status}`, retryMs };
}

/** Signatures are cached: signing takes seven times as long as encrypting an alarm. */
function createSigner(subject: string, { publicKey, privateKey }: PushKeys, time: MachineTime) {
  const signatures = new LRUCache<string, { Authorization: string }>({
    max: maxSigned,
    ttl: signatureMs / 2,
    perf: { now: () => time.now() },
    memoMethod: (origin) => {
      const endsAt = Math.floor((time.now() + signatureMs) / secondMs);
      return webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', endsAt);
    },
  });
  return (origin: string) => signatures.memo(origin);
}

/** @param baseUrl names the operator to the push services */
export function createPushSender(
  keys: PushKeys,
  { baseUrl, others }: { baseUrl: string; others: readonly string[] },
  time: MachineTime,
): SendPush {
  const { protocol, hostname } = new URL(baseUrl);
  const subject = protocol === 'https:' ? baseUrl : `mailto:operator@${hostname}`;
  const sign = createSigner(subject, keys, time);
  return async ({ endpoint, p256dh, auth }, { payload, topic, isUrgent, uselessInMs }) => {
    const abort = new AbortController();
    const cancel = time.after(limitMs, () => abort.abort(new Error('timed out')));
    try {
      // The setting may have changed since the browser was added.
      requireAllowed(endpoint, others);
      const seconds = Math.ceil((uselessInMs ?? dayMs) / secondMs);
      const options: RequestOptions = {
        headers: sign(new URL(endpoint).origin),
        TTL: Math.min(Math.max(seconds, 1), maxKeptSeconds),
        urgency: isUrgent ? 'high' : 'normal',
        topic,
      };
      const subscription = { endpoint, keys: { p256dh, auth } };
      const details = webPush.generateRequestDetails(subscription, JSON.stringify(payload), options);
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: details.headers,
        body: new Uint8Array(details.body),
        redirect: 'manual',
        signal: abort.signal,
      });
      await response.body?.cancel();
      return outcomeOf(response, time.now());
    } catch (error) {
      return { outcome: 'failed', reason: error instanceof Error ? error.message : 'unknown', retryMs: null };
    } finally {
      cancel();
    }
  };
}
