/** A bot reads the same scores, people, rates and queues from the API as the database has. */
import { beforeAll, expect, it } from 'vitest';
import { createClient, unwrap } from '../../src/client/client.ts';
import { toVisible } from '../../src/bots/live/scout.ts';
import { toEmpire } from '../../src/bots/live/to-empire.ts';
import { toNeighbour } from '../../src/bots/mind/sight.ts';
import { estimateCompletions } from '../../src/game/economy/construction.ts';
import { peopleOf, ratesOf, wholeStock } from '../../src/game/economy/stock.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import { tileOf } from '../../src/game/march/marching.ts';
import type { Empire } from '../../src/game/types.ts';
import { enrich, setLevels } from '../support/set-state.ts';
import { useTestGame, useOne, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { minuteMs, the } from '../support/worlds.ts';

const game = useTestGame();
let own: Empire;
const clientOf = ({ token }: Ruler) => createClient({ url: game.url, token });

async function readRuler(player: Ruler): Promise<Empire> {
  const client = clientOf(player);
  const view = unwrap(await client.readEmpire(player.empireId));
  const { armies } = unwrap(await client.readMilitary(player.empireId));
  const { battles } = unwrap(await client.listBattles({ empire_id: player.empireId }));
  return toEmpire(view, armies, battles);
}

const ruler = useOne(() => createEmpire(game));
const other = useOne(() => createEmpire(game, { x: 9, y: 0 }));

beforeAll(async () => {
  const client = clientOf(ruler);
  const attack = { army_id: ruler.armyId, target_type: 'city', target_id: other.capitalId } as const;
  unwrap(await client.attack(attack));
  await enrich(game, ruler.empireId);
  await setLevels(game, ruler.capitalId, { town_hall: 5, barracks: 3, house: 10, wall: 4 });
  unwrap(await client.foundCity(ruler.empireId, { name: 'Pylos', location: { x: 0, y: 5 } }));
  unwrap(await client.build(ruler.capitalId, { type: 'farm', quantity: 2 }));
  unwrap(await client.build(ruler.capitalId, { type: 'quarry', quantity: 1 }));
  unwrap(await client.train(ruler.capitalId, { unit_type: 'archers', quantity: 5 }));
  unwrap(await client.train(ruler.capitalId, { unit_type: 'soldiers', quantity: 5 }));
  await game.pass(minuteMs);
  own = await readRuler(ruler);
});

it('has the scores of the view', async () => {
  const view = unwrap(await clientOf(ruler).readEmpire(ruler.empireId));
  const { economic, military } = scoresOf(own);
  expect([economic, military]).toEqual([view.economic_score, view.military_score]);
});

it('has the people, rates and stock of the view', async () => {
  const view = unwrap(await clientOf(ruler).readEmpire(ruler.empireId));
  expect([peopleOf(own), ratesOf(own, 1), wholeStock(own)]).toEqual([
    view.population,
    view.rates,
    view.resources,
  ]);
});

it('computes the completion times of the view', async () => {
  const view = unwrap(await clientOf(ruler).readEmpire(ruler.empireId));
  const expected = the(view.cities[0]).construction?.map(({ completes_at }) => Date.parse(completes_at));
  expect(estimateCompletions(the(own.cities[0]), 1).map(({ completesAt }) => completesAt)).toEqual(expected);
});

it('distinguishes an attack from a plain march', () => {
  const [army] = own.armies;
  expect(army?.march).toMatchObject({ kind: 'attack', to: other.tile });
});

it('computes the position of a marching army', async () => {
  const { armies } = unwrap(await clientOf(ruler).readMilitary(ruler.empireId));
  expect(tileOf(the(own.armies[0]), own.advancedAt)).toEqual(armies[0]?.location);
});

it('sees the defence of a neighbour’s city', async () => {
  const client = clientOf(other);
  const view = unwrap(await client.readEmpire(ruler.empireId));
  const mapView = unwrap(await client.readMap({ ...other.tile, radius: 50 }));
  const { cities, cityCount } = toNeighbour(await readRuler(other), toVisible(view, mapView));
  expect(cityCount).toBe(2);
  expect(cities.find(({ id }) => id === ruler.capitalId)).toMatchObject({
    wall: 4,
    militia: 29,
    tile: ruler.tile,
  });
});
