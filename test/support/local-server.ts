/** A server of another program, for tests of clients. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Scheme, host and port, which is free. */
  url: string;
  /** Also closes the open connections. */
  stop: () => void;
}

export async function startLocalServer(respond: RequestListener): Promise<LocalServer> {
  const server = createServer(respond);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
