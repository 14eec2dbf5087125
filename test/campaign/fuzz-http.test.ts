/** Random requests from the OpenAPI document: every answer is in the document, and none is an internal error. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { minuteMs } from '../../src/kernel/time.ts';
import { captureLog, type Line } from '../support/capture-log.ts';
import { createFaultFinder, readDocuments, type FindFaults } from '../support/documents.ts';
import { enrich, expose, setLevels } from '../support/set-state.ts';
import { sendAnonymously, startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { openSession, createEmpire } from '../support/players.ts';
import { options, patienceMs, report } from './options.ts';
import { learn, ofOthers, RequestMaker, type Drawn, type Known } from './requests.ts';

const playerCount = 6;
/** Half of the minutes are for the fuzz of the sockets. */
const fuzzMs = (options.minutes * minuteMs) / 2;
/** Answers of 201 and 409 that are expected at least, in the usual campaign and in a short one. */
const minCommands = options.minutes >= 10 ? 5_000 : 50;
const errorLevel = 50;

interface Fuzzer {
  ruler: Ruler;
  token: string;
  known: Known;
}

let game: TestGame;
let log: ReturnType<typeof captureLog>;
let findFaults: FindFaults;
let maker: RequestMaker;
const statuses: Record<string, number> = {};
const commands: Record<string, number> = {};
const faults: string[] = [];
let requests = 0;

const count = (counts: Record<string, number>, name: string | number): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** A player that may attack and be attacked, and can pay for anything. */
async function createFuzzer(index: number): Promise<Fuzzer> {
  const ruler = await createEmpire(game, { x: 8 * index, y: 0 });
  const { empireId, capitalId, armyId } = ruler;
  await enrich(game, empireId);
  await expose(game, empireId);
  await setLevels(game, capitalId, { town_hall: 10, barracks: 8, house: 15 });
  const known = new Map([
    ['empire_id', [empireId]],
    ['city_id', [capitalId]],
    ['army_id', [armyId]],
  ]);
  return { ruler, token: ruler.token, known };
}

/** Compares an answer with the document. */
function check({ route, operation, path, body }: Drawn, status: number, answer: unknown): void {
  const documented = operation.responses[status];
  const schema = documented?.content?.['application/json']?.schema;
  const found = documented === undefined ? ['the status is not in the document'] : findFaults(schema, answer);
  if (found.length > 0) {
    faults.push(
      `${route} ${status}: ${found.join('; ')} <- ${path.slice(0, 200)} ${body?.slice(0, 300) ?? ''}`,
    );
  }
}

async function sendOne(fuzzer: Fuzzer): Promise<void> {
  const drawn = maker.draw(fuzzer.known, fuzzer.ruler.tile);
  const { route, method, path, body, headers } = drawn;
  const response = await fetch(game.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, accept: 'application/json', authorization: `Bearer ${fuzzer.token}` },
    ...(body === undefined ? {} : { body }),
  });
  requests += 1;
  count(statuses, response.status);
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    faults.push(`${route} ${response.status}: no JSON: ${text.slice(0, 200)} <- ${path.slice(0, 200)}`);
    return;
  }
  // An address like `..%2F` or an empty id can be that of another route, which then answers as its own.
  if (response.status !== 404 || drawn.operation.responses[404] !== undefined)
    check(drawn, response.status, answer);
  if (response.status === 201 || response.status === 409) count(commands, `${response.status} ${route}`);
  if (response.ok) learn(fuzzer.known, answer, ofOthers.test(route) ? 'foreign ' : '');
  if (response.status === 401) ({ token: fuzzer.token } = await openSession(game, fuzzer.ruler.username));
}

beforeAll(async () => {
  log = captureLog('error');
  game = await startTestGame({ speed: 10, log: log.log });
  const { openapi } = await readDocuments(game);
  findFaults = createFaultFinder(openapi);
  maker = new RequestMaker(openapi, makeChance(options.seed));
  const fuzzers: Fuzzer[] = [];
  for (let index = 0; index < playerCount; index++) fuzzers.push(await createFuzzer(index));
  const end = performance.now() + fuzzMs;
  const passing = async (): Promise<void> => {
    while (performance.now() < end) {
      const before = requests;
      await game.pass(20 * minuteMs);
      while (requests < before + 100 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  const fuzzing = fuzzers.map(async (fuzzer) => {
    while (performance.now() < end) await sendOne(fuzzer);
  });
  await Promise.all([passing(), ...fuzzing]);
  report({ requests, statuses, commands, faults: faults.length });
}, patienceMs);
afterAll(() => game.stop());

it('reaches commands', () => {
  const { 201: done = 0, 409: refused = 0 } = statuses;
  expect(done).toBeGreaterThan(minCommands / 10);
  expect(done + refused).toBeGreaterThanOrEqual(minCommands);
});

it('gets only answers that are in the document', () => {
  expect([faults.length, faults.slice(0, 10)]).toEqual([0, []]);
});

it('gets no internal error, and the log has none', () => {
  expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(log.lines().filter(({ level }: Line) => level >= errorLevel)).toEqual([]);
});

it('leaves a server that answers', async () => {
  expect((await sendAnonymously(game.url, 'GET', '/readyz')).status).toBe(200);
});
