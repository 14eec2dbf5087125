export const httpOrigin = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** For a server that listens on all addresses. */
const ofThisMachine: Partial<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The origin at which a program on this machine reaches a server with this HOST. */
export const localOrigin = (host: string, port: number): string =>
  httpOrigin(ofThisMachine[host] ?? host, port);
