/** Every JSON route of the service as a method of the client. */
import type { Result } from './result.ts';
import type { CallOptions } from './call.ts';
import type { Route } from './route.ts';
import { accountRoutes, alarmRoutes } from './routes/account.ts';
import { allianceRoutes } from './routes/alliance.ts';
import { empireRoutes } from './routes/empire.ts';
import { messageRoutes } from './routes/messages.ts';
import { militaryRoutes } from './routes/military.ts';
import { worldRoutes } from './routes/world.ts';

export const routes = {
  ...accountRoutes,
  ...empireRoutes,
  ...militaryRoutes,
  ...messageRoutes,
  ...alarmRoutes,
  ...allianceRoutes,
  ...worldRoutes,
};

type Method<AnyRoute> =
  AnyRoute extends Route<infer Args, infer Data>
    ? (...args: [...Args, options?: CallOptions]) => Promise<Result<Data>>
    : never;

/** Methods never reject. */
export type Calls = { [Name in keyof typeof routes]: Method<(typeof routes)[Name]> };

/** Throws a TypeError for `.` and `..`, which would change the path. */
function asSegment(id: string): string {
  if (/^\.{1,2}$/.test(id)) throw new TypeError('an id cannot be "." or ".."');
  return encodeURIComponent(id);
}

export function addressOf(path: string, ids: readonly unknown[], query: unknown): string {
  let next = 0;
  const address = path.replaceAll(/:\w+/g, () => asSegment(String(ids[next++])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value));
  }
  return search.size === 0 ? address : `${address}?${search.toString()}`;
}
