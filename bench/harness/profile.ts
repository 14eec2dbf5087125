/** CPU profiles of a Node server, summed up by owner: packages, folders of the build, Node itself. */
import { withInspector } from './inspector.ts';
import type { Server } from './processes.ts';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
}

/** Of a call frame: a package, `dist/<folder>`, `node` for modules of Node, or a name in parentheses from V8. */
export function ownerOf({ functionName, url }: { functionName: string; url: string }): string {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (inPackage !== undefined) return inPackage;
  const folder = /\/dist\/([^/]+)\//.exec(url)?.[1];
  if (folder !== undefined) return `dist/${folder}`;
  if (url.startsWith('node:')) return 'node';
  return functionName.startsWith('(') ? functionName : 'native code';
}

/** Shares of the busy time by owner, largest first. Idle time does not count. */
export function sharesOf({ nodes, samples }: Profile): { owner: string; share: number }[] {
  const owners = new Map(nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]));
  const counts = new Map<string, number>();
  for (const id of samples) {
    const owner = owners.get(id) ?? '(idle)';
    if (owner !== '(idle)') counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .map(([owner, count]) => ({ owner, share: count / total }))
    .sort((a, b) => b.share - a.share);
}

/** Profiles the server while some work runs. */
export function profile(
  server: Server,
  work: () => Promise<unknown>,
): Promise<{ owner: string; share: number }[]> {
  return withInspector(server, async (send) => {
    await send('Profiler.enable');
    await send('Profiler.start');
    await work();
    const { profile: measured } = (await send('Profiler.stop')) as { profile: Profile };
    return sharesOf(measured);
  });
}
