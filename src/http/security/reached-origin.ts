/** The address of this server for texts that a reader copies. */

const hostPattern = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/**
 * BASE_URL or, while that is the default on localhost, the host that the reader has asked for.
 * @param host the Host header, which anybody may forge; only a name or an address with a port is used
 */
export function reachedOrigin(host: string | undefined, baseUrl: string): string {
  const { hostname, protocol } = new URL(baseUrl);
  if (hostname !== 'localhost' || host === undefined || !hostPattern.test(host)) return baseUrl;
  return `${protocol}//${host}`;
}
