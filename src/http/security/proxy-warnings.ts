/** Warns of misconfigured proxies: visitors would share one address and its limits, or get cookies that fail. */
import type { Request } from 'express';
import type { Log } from '../../kernel/log.ts';
import { minuteMs } from '../../kernel/time.ts';
import { cleanAddress } from '../limits/client-address.ts';

/** A balancer itself names no client. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * At most once a minute: a request that came through fewer proxies than `trustProxy`, whose client has no readable
 * address, or that came by https although `baseUrl` is http.
 */
export function createProxyWarnings(
  baseUrl: string,
  trustProxy: number,
  log: Log,
): (request: Request) => void {
  const isHttps = new URL(baseUrl).protocol === 'https:';
  const warnedAt = new Map<string, number>();

  const warn = (sentence: string): void => {
    if (performance.now() - (warnedAt.get(sentence) ?? -Infinity) < minuteMs) return;
    warnedAt.set(sentence, performance.now());
    log.warn(sentence);
  };

  return (request) => {
    if (trustProxy === 0 || probes.has(request.path)) return;
    const addresses = request.get('x-forwarded-for')?.split(',').length ?? 0;
    if (addresses < trustProxy)
      warn(
        `TRUST_PROXY is ${trustProxy}, but a request came with ${addresses} addresses in X-Forwarded-For. ` +
          'All visitors share the limits of the proxy until it sets this header.',
      );
    else if (cleanAddress(request.ip) === null)
      warn(
        'A request came without a readable IP address in X-Forwarded-For. It counts for the limits of the proxy.',
      );
    if (!isHttps && request.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https')
      warn(
        `Players come by https (X-Forwarded-Proto), but BASE_URL is ${baseUrl}: set it to the public address.`,
      );
  };
}
