/** The Python client with Python: its README's bot plays, calls are retried, and its live connection loses nothing. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { applyEvent, type NumberedEvent, type Picture } from '../../src/client/picture.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { startLocalServer } from '../support/local-server.ts';
import { sendAnonymously, useOne, useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { hasPython, python } from '../support/python.ts';
import { closeClients, connect } from '../support/sockets.ts';

const folder = resolve('clients/python');
const bot = /```py\n(.*?)```/s.exec(readFileSync(`${folder}/README.md`, 'utf8'))?.[1] ?? '';

describe.skipIf(!hasPython)('with Python', () => {
  const game = useTestGame();
  const proxy = useOne(
    () => startCuttingProxy(game.url),
    (started) => started.stop(),
  );
  const running = new Set<ChildProcess>();
  afterEach(async () => {
    for (const child of running) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    running.clear();
  });

  /** Starts a program. `until` resolves with all lines so far, when one fits. */
  function start(program: string, env: Record<string, string>) {
    const child = spawn(python, ['-u', '-c', program], {
      env: { ...process.env, PYTHONPATH: folder, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const lines: string[] = [];
    const reader = createInterface(child.stdout);
    reader.on('line', (line) => lines.push(line));
    const until = async (fits: RegExp): Promise<string[]> => {
      while (!lines.some((line) => fits.test(line))) {
        if (child.exitCode !== null) throw new Error(`the program has ended: ${lines.join('; ')}`);
        await Promise.race([once(reader, 'line'), once(child, 'close')]);
      }
      return lines;
    };
    return { child, lines, until };
  }

  const watch = `
import os
from hegemon_client import Client
game = Client(os.environ['HEGEMON_URL'], os.environ['TOKEN'])
after = os.environ.get('AFTER')
live = game.live(os.environ['EMPIRE'], None if after is None else int(after))
for name, data in live:
    if name == 'empire_event':
        print('entry', data['event']['number'])
    elif name == 'picture':
        print('picture', data.seq, data.resources['gold'])
    else:
        print(name, data if name == 'connection' else '')
print('closed', live.closed.code)`;

  /** The beginning of a program that gives orders to the capital. */
  const playing = `
import os
from hegemon_client import Client, Refusal
game = Client(os.environ['HEGEMON_URL'], os.environ['TOKEN'])
def read_city():
    return game.call('GET', f"/api/empire/{os.environ['EMPIRE']}/cities")['cities'][0]
buildings = f"/api/city/{read_city()['id']}/buildings"`;

  const envOf = ({ token, empireId }: Ruler, url = game.url) => ({
    HEGEMON_URL: url,
    TOKEN: token,
    EMPIRE: empireId,
  });

  /** Causes an entry of the event log. */
  async function finishFarm(ruler: Ruler): Promise<void> {
    await ruler.send('POST', `/api/city/${ruler.capitalId}/buildings`, { type: 'farm' });
    await game.pass(3_600_000);
  }
  const entriesOf = (lines: readonly string[]): number[] =>
    lines.filter((line) => line.startsWith('entry ')).map((line) => Number(line.slice(6)));

  it('runs the bot of its README, which exits with 1 when a second connection replaces it', async () => {
    const { child, until } = start(bot, { HEGEMON_URL: game.url });
    await until(/ to \d+$/);
    const rows = await game.query<{ name: string }>(
      "SELECT name FROM empires WHERE name = 'Realm of Python'",
    );
    expect(rows).toHaveLength(1);
    const ended = once(child, 'exit') as Promise<[number]>;
    const account = { username: 'Python', password: 'made of bronze' };
    const { body } = await sendAnonymously<{ token: string }>(game.url, 'POST', '/login', account);
    await connect(game.url, { token: body.token });
    expect((await ended)[0]).toBe(1);
    closeClients();
  });

  it('delivers every entry once, in order, although its connection is cut', async () => {
    const ann = await createEmpire(game, { x: 40, y: 0 });
    const watcher = start(watch, envOf(ann, proxy.url));
    await watcher.until(/^connection joined/);
    await finishFarm(ann);
    const [first = 0] = entriesOf(await watcher.until(/^entry /));
    proxy.cut();
    await finishFarm(ann);
    await finishFarm(ann);
    const last = first + 2;
    const entries = entriesOf(await watcher.until(new RegExp(`^entry ${last}$`)));
    // A goal may have an entry, too, which comes with the last one or after it.
    expect(entries).toEqual(entries.map((_, index) => first + index));
    expect(watcher.lines.filter((line) => line === 'connection lost').length).toBeGreaterThan(0);
  });

  it('resumes after a restart with the number of the last entry', async () => {
    const ben = await createEmpire(game, { x: 80, y: 0 });
    await finishFarm(ben);
    const { body } = await ben.send<{ last: number }>('GET', `/api/empire/${ben.empireId}/events`);
    await finishFarm(ben);
    const watcher = start(watch, { ...envOf(ben), AFTER: String(body.last) });
    const lines = await watcher.until(new RegExp(`^entry ${body.last + 1}$`));
    expect(entriesOf(lines)[0]).toBe(body.last + 1);
  });

  it('keeps the picture of the empire', async () => {
    const cid = await createEmpire(game, { x: 120, y: 0 });
    const watcher = start(watch, envOf(cid));
    await watcher.until(/^picture /);
    await cid.send('POST', `/api/city/${cid.capitalId}/buildings`, { type: 'farm' });
    const { body } = await cid.send<{ resources: { gold: number } }>('GET', `/api/empire/${cid.empireId}`);
    await watcher.until(new RegExp(`^picture \\d+ ${body.resources.gold}$`));
  });

  it.each([
    ['a wrong token', (dan: Ruler) => ({ ...envOf(dan), TOKEN: 'wrong' }), 'AUTH_REQUIRED'],
    ['a number that no entry has', (dan: Ruler) => ({ ...envOf(dan), AFTER: '99999' }), 'VALIDATION_ERROR'],
  ])('ends with %s', async (_, toEnv, code) => {
    const dan = await createEmpire(game, { x: 160, y: code.length * 4 });
    const lines = await start(watch, toEnv(dan)).until(/^closed/);
    expect(lines.at(-1)).toBe(`closed ${code}`);
  });

  it('delivers messages between players', async () => {
    const [fay, gus] = [
      await createEmpire(game, { x: 240, y: 0 }),
      await createEmpire(game, { x: 280, y: 0 }),
    ];
    const watcher = start(watch, envOf(fay));
    await watcher.until(/^connection joined/);
    const { body } = await fay.send<{ id: string }>('GET', '/api/user/profile');
    await gus.send('POST', '/api/threads', { user_id: body.id, text: 'Greetings' });
    await watcher.until(/^message/);
  });

  it.each([
    [429, 'read 1'],
    [503, 'read 1'],
    [404, 'refused UNREACHABLE 404'],
  ])('after a page of another program with status %i: %s', async (status, printed) => {
    let requests = 0;
    const { url, stop } = await startLocalServer((_request, response) => {
      requests += 1;
      if (requests > 1) response.end('{"speed": 1}');
      else response.writeHead(status, { 'retry-after': '0' }).end('<h1>No</h1>');
    });
    const program = `
import os
from hegemon_client import Client, Refusal
try:
    print('read', Client(os.environ['HEGEMON_URL']).call('GET', '/api/rules')['speed'])
except Refusal as refusal:
    print('refused', refusal.code, refusal.status)`;
    expect(await start(program, { HEGEMON_URL: url }).until(/./)).toEqual([printed]);
    stop();
  });

  it('sends an order once although its response is lost', async () => {
    const eve = await createEmpire(game, { x: 200, y: 0 });
    const program = `${playing}
lost = 1
attempt = game._attempt
def lose(request, timeout):
    global lost
    answer = attempt(request, timeout)
    if request.method == 'POST' and lost > 0:
        lost -= 1
        raise Refusal('UNREACHABLE', 'lost')
    return answer
game._attempt = lose
game.call('POST', buildings, {'type': 'farm', 'quantity': 2})
print('queued', len(read_city()['construction']))
try:
    game.call('POST', buildings, {'type': 'castle'})
except Refusal as refusal:
    print('refused', refusal.code, refusal.status)`;
    const { until } = start(program, envOf(eve));
    expect(await until(/^refused/)).toEqual(['queued 2', 'refused VALIDATION_ERROR 400']);
  });

  it('repeats an earlier order by its key', async () => {
    const flo = await createEmpire(game, { x: 320, y: 0 });
    const program = `${playing}
orders = [game.call('POST', buildings, {'type': 'farm'}, idempotency_key='first-farm') for _ in range(3)]
print('orders', len({answer['order']['id'] for answer in orders}), len(read_city()['construction']))`;
    expect(await start(program, envOf(flo)).until(/^orders/)).toEqual(['orders 1 1']);
  });

  it('takes a timeout and a patience for each call', async () => {
    let requests = 0;
    const { url, stop } = await startLocalServer(() => (requests += 1));
    const program = `
import os
from hegemon_client import Client, Refusal
try:
    Client(os.environ['HEGEMON_URL']).call('GET', '/api/rules', timeout=0.2, patience=0)
except Refusal as refusal:
    print('refused', refusal.code)`;
    expect(await start(program, { HEGEMON_URL: url }).until(/./)).toEqual(['refused UNREACHABLE']);
    expect(requests).toBe(1);
    stop();
  });

  it('applies every kind of event to its picture as the TypeScript client does', async () => {
    const [earlier, at, later] = [
      '2026-01-01T00:00:01.000Z',
      '2026-01-01T00:00:02.000Z',
      '2026-01-01T00:00:03.000Z',
    ];
    const [rates, otherRates] = [
      { gold: 1, food: 2, materials: 3 },
      { gold: 1, food: 2, materials: 4 },
    ];
    const military = { total_units: 0, units_by_type: { soldiers: 0, archers: 0, knights: 0, catapults: 0 } };
    const resources = { gold: 10, food: 10, materials: 10 };
    const before: Picture = { seq: 5, at, resources, rates, population: 7, military };
    const changed = { gold: 20, food: 20, materials: 20 };
    const events = [4, 5, 6, 7].flatMap((seq) =>
      [earlier, at, later].flatMap((timestamp) => [
        {
          name: 'empire_update',
          data: { seq, timestamp, changes: { resources: changed, population: 8, military } },
        },
        ...[rates, otherRates].map((production_rates) => ({
          name: 'resource_update',
          data: { seq, timestamp, resources: changed, production_rates },
        })),
        { name: 'construction_complete', data: { seq } },
      ]),
    ) as unknown as NumberedEvent[];
    const program = `
import dataclasses, json, os
from hegemon_client.picture import Picture, apply_event
before = Picture(**json.loads(os.environ['BEFORE']))
after = [apply_event(before, event['name'], event['data']) for event in json.loads(os.environ['EVENTS'])]
print(json.dumps([picture and dataclasses.asdict(picture) for picture in after]))`;
    const [printed = ''] = await start(program, {
      BEFORE: JSON.stringify(before),
      EVENTS: JSON.stringify(events),
    }).until(/./);
    expect(JSON.parse(printed)).toEqual(events.map((event) => applyEvent(before, event)));
  });
});
