/**
 * Two players at war, whose live connections are cut at 200 random moments. In the end, each has received every entry
 * of the event log once and in order, and their picture equals the database.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { createClient, unwrap, type Client, type Live } from '../../src/client/client.ts';
import { toPicture } from '../../src/client/picture.ts';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { enrich, expose, setLevels, setUnits } from '../support/set-state.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const cutCount = 200;
const cutsBetweenChecks = 5;
const seed = 20_260;
/** About half of what a connection transfers from the handshake to the picture. */
const maxBytes = 4_000;
const minuteMs = 60_000;

interface Player {
  ruler: Ruler;
  foe: Ruler;
  /** Connects directly to the instance; the proxy cuts the live connection only. */
  client: Client;
  live: Live;
  state: 'joined' | 'lost';
  numbers: number[];
}
let proxy: CuttingProxy;
let players: Player[];
let joins = 0;
const random = makeChance(seed);
const below = (limit: number): number => Math.floor(random() * limit);

function watch(ruler: Ruler, foe: Ruler): Player {
  const live = createClient({ url: proxy.url, token: ruler.token }).live(ruler.empireId, {
    after: 0,
    reconnectMs: { first: 1, most: 5 },
  });
  const numbers: number[] = [];
  live.on('empire_event', ({ event }) => numbers.push(event.number));
  const client = createClient({ url: game.url, token: ruler.token });
  const player: Player = { ruler, foe, client, live, state: 'lost', numbers };
  live.on('connection', (state) => {
    player.state = state;
    joins += state === 'joined' ? 1 : 0;
  });
  return player;
}

/** Sends a random order, which the server may refuse. */
async function order({ ruler, foe, client }: Player): Promise<void> {
  const { armyId, capitalId, empireId, tile } = ruler;
  const destination = { x: tile.x + below(9) - 4, y: tile.y + below(9) - 4 };
  const orders = [
    () => client.build(capitalId, { type: 'farm' }),
    () => client.build(capitalId, { type: 'house' }),
    () => client.train(capitalId, { unit_type: 'soldiers', quantity: 1 + below(5) }),
    () => client.train(capitalId, { unit_type: 'archers', quantity: 1 + below(5) }),
    () => client.splitArmy(armyId, { units: { soldiers: 1 } }),
    () => client.moveArmy(armyId, { destination }),
    () => client.attack({ army_id: armyId, target_type: 'city', target_id: foe.capitalId }),
    () => client.updateEmpire(empireId, { description: String(below(1_000)) }),
  ];
  await orders[below(orders.length)]?.();
}

/** Sends an order of each player, then lets up to 9 minutes pass. */
async function playTurn(): Promise<void> {
  for (const player of players) await order(player);
  await game.pass(below(10) * minuteMs);
}

/** Resolves when a live connection has the last numbers of its empire's events and of its event log. */
async function catchUp({ ruler, live }: Player): Promise<void> {
  const rows = await game.query<{ seq: number; last: number }>(
    `SELECT event_seq::float8 AS seq,
            (SELECT max(number)::float8 FROM event_log_entries WHERE empire_id = id) AS last
     FROM empires WHERE id = $1`,
    ruler.empireId,
  );
  const [{ seq, last } = { seq: -1, last: -1 }] = rows;
  while (live.picture?.seq !== seq || live.last !== last) {
    await Promise.race([live.next('picture'), live.next('empire_event')]);
  }
}

const game = useTestGame({ speed: 10 });

beforeAll(async () => {
  proxy = await startCuttingProxy(game.url);
  const ann = await createEmpire(game, { x: 0, y: 0 });
  const bob = await createEmpire(game, { x: 6, y: 0 });
  for (const { empireId, capitalId, armyId } of [ann, bob]) {
    await enrich(game, empireId);
    await expose(game, empireId);
    await setLevels(game, capitalId, { barracks: 5, town_hall: 15, house: 15 });
    await setUnits(game, armyId, { soldiers: 200, archers: 100 });
  }
  players = [watch(ann, bob), watch(bob, ann)];
});
afterAll(async () => {
  for (const { live } of players) live.close();
  await proxy.stop();
});

/** Differences between the picture and the API. Ignores the stock, which changes continuously by its rates. */
async function findDifferences({ ruler, client, live }: Player): Promise<unknown[]> {
  const view = toPicture(unwrap(await client.readEmpire(ruler.empireId)), live.picture?.seq ?? -1);
  return (['rates', 'population', 'military'] as const).flatMap((member) => {
    const [actual, expected] = [live.picture?.[member], view[member]];
    return isDeepStrictEqual(actual, expected) ? [] : [{ seq: view.seq, member, actual, expected }];
  });
}

describe(`after ${cutCount} cuts`, () => {
  const differences: unknown[] = [];
  beforeAll(async () => {
    for (let cut = 1; cut <= cutCount; cut++) {
      proxy.cutAfter(1 + below(maxBytes));
      while (proxy.cuts < cut) await playTurn();
      if (cut % cutsBetweenChecks !== 0) continue;
      await Promise.all(players.map(catchUp));
      differences.push(...(await Promise.all(players.map(findDifferences))).flat());
    }
  }, 180_000);

  it('joins again after every cut, and no connection ends permanently', () => {
    // Not every cut is followed by a join: many happen during a handshake.
    expect(joins).toBeGreaterThan(cutCount / 2);
    expect(players.map(({ state }) => state)).toEqual(['joined', 'joined']);
    expect(players.map(({ live }) => live.closed)).toEqual([null, null]);
  });

  it('delivers every entry of the event log once and in order', async () => {
    for (const { ruler, numbers } of players) {
      const rows = await game.query<{ number: number }>(
        'SELECT number::float8 AS number FROM event_log_entries WHERE empire_id = $1 ORDER BY number',
        ruler.empireId,
      );
      expect(rows.length).toBeGreaterThan(50);
      expect(numbers).toEqual(rows.map(({ number }) => number));
    }
  });

  it('has a correct picture at every check', () => {
    expect(differences).toEqual([]);
  });

  it('has the complete picture after the next periodic stock update', async () => {
    const pictures = players.map(({ live }) => live.next('picture'));
    await game.instance.gateway.emitStocks();
    await Promise.all(pictures);
    for (const { ruler, client, live } of players) {
      const view = unwrap(await client.readEmpire(ruler.empireId));
      expect(live.picture).toEqual(toPicture(view, live.picture?.seq ?? -1));
    }
  });
});
