/** Foundings with their villages, one after the other, in the small and the large world. */
import type { Context, Row } from '../context.ts';
import { startCpu } from '../harness/cpu.ts';
import type { Server } from '../harness/processes.ts';
import { formatNumber, type Line } from '../harness/report.ts';
import { median } from '../harness/stats.ts';
import { waitUntilIdle } from '../worlds/blocks.ts';
import { password } from '../worlds/ids.ts';
import type { World } from '../worlds/world.ts';

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Registers a player without an empire, and returns the headers of its requests. */
async function registerPlayer(url: string, username: string): Promise<Record<string, string>> {
  const email = `${username}@example.org`;
  await post(`${url}/register`, { username, email, password, confirm_password: password });
  const { token } = (await post(`${url}/login`, { username, password })) as { token: string };
  return { authorization: `Bearer ${token}` };
}

async function measureFoundings(context: Context, world: World, { url, child }: Server): Promise<Line[]> {
  const { cluster, isQuick } = context;
  const count = isQuick ? 20 : 100;
  // Another run may have left players in a world that is kept.
  const prefix = `f${Date.now().toString(36)}`;
  const players: Record<string, string>[] = [];
  for (let index = 0; index < count; index += 1)
    players.push(await registerPlayer(url, `${prefix}.${index}`));
  await waitUntilIdle(cluster, world.url);
  const readCpu = startCpu(child.pid ?? 0, cluster.postmaster);
  // The inside of the seeded square has no legal tile left.
  const edge = Math.ceil(1.5 * Math.sqrt(1.25 * world.empires)) + 5;
  const times: number[] = [];
  for (const [index, headers] of players.entries()) {
    const since = performance.now();
    const body = { name: `${prefix}.${index}`, starting_location: { x: edge, y: 10 * (index - count / 2) } };
    await post(`${url}/api/empire`, body, headers);
    times.push(performance.now() - since);
  }
  await waitUntilIdle(cluster, world.url);
  const used = readCpu();
  const what = `founding with villages, ${world.empires.toLocaleString('en')} empires`;
  const ours = `${formatNumber(median(times))} ms in the median, at most ${formatNumber(Math.max(...times))} ms`;
  if (used === null) return [{ what, ours }];
  const cpu = { node: used.node / count, postgres: used.postgres / count };
  return [{ what, ours, cpu, target: 'foundingPostgres', value: cpu.postgres / 1000 }];
}

export const founding: Row = {
  name: 'founding',
  isLarge: true,
  run: async (context) => {
    const lines: Line[] = [];
    for (const world of [context.small, context.large]) {
      if (world === null) continue;
      const server = await context.startProduct(world);
      try {
        lines.push(...(await measureFoundings(context, world, server)));
      } finally {
        await server.stop();
      }
    }
    return lines;
  },
};
