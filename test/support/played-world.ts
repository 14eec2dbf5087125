/** A played world: neighbouring rulers give random orders over HTTP for some hours of game time. */
import { buildingTypes, unitTypes } from '../../src/contract/vocabulary.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { enrich } from './set-state.ts';
import type { Ruler, TestGame } from './game.ts';
import { createEmpire } from './players.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Holdings {
  cities: { id: string }[];
  armies: { id: string }[];
}

/** Creates rich rulers in a row, a few tiles apart, with houses and a barracks. */
export async function createRow(game: TestGame, count: number): Promise<Ruler[]> {
  const rulers: Ruler[] = [];
  for (let index = 0; index < count; index++) rulers.push(await createEmpire(game, { x: 4 * index, y: 0 }));
  for (const { empireId } of rulers) await enrich(game, empireId);
  const build = async (type: string, quantity: number): Promise<void> => {
    for (const { send, capitalId } of rulers) {
      await send('POST', `/api/city/${capitalId}/buildings`, { type, quantity });
    }
    await game.pass(24 * hourMs);
  };
  await build('house', 4);
  await build('barracks', 1);
  return rulers;
}

/**
 * Starts everything that takes time: a level and a batch for each ruler; a march and an attack on the next in the row for
 * each but the last, whose garrison stays at home.
 */
export async function setInMotion(game: TestGame, rulers: readonly Ruler[]): Promise<void> {
  const forEachRuler = async (order: (ruler: Ruler, armies: string[], next: Ruler) => Promise<unknown>) => {
    for (const [index, ruler] of rulers.entries()) {
      const { body } = await ruler.send<Holdings>('GET', `/api/empire/${ruler.empireId}/military`);
      const next = rulers[(index + 1) % rulers.length] ?? ruler;
      await order(
        ruler,
        body.armies.map(({ id }) => id),
        next,
      );
    }
  };
  const train = ({ send, capitalId }: Ruler) =>
    send('POST', `/api/city/${capitalId}/train`, { unit_type: 'soldiers', quantity: 4 });
  await forEachRuler(train);
  await game.pass(48 * hourMs);
  await forEachRuler(({ send }, [army = '']) =>
    send('POST', `/api/army/${army}/split`, { units: { soldiers: 1 } }),
  );
  await forEachRuler(async (ruler, [scout = '', raider = ''], next) => {
    const { send, capitalId } = ruler;
    await train(ruler);
    await send('POST', `/api/city/${capitalId}/buildings`, { type: 'house', quantity: 1 });
    if (ruler === rulers.at(-1)) return;
    await send('POST', `/api/army/${scout}/move`, { destination: { x: 40, y: 40 } });
    const target = { target_type: 'city', target_id: next.capitalId };
    await send('POST', '/api/battle', { army_id: raider, ...target });
  });
}

/**
 * Sends this many random orders; refusals are ignored. The same seed gives the same orders. The world reaches queues,
 * marches, battles, plunder and further cities.
 */
export async function playAtRandom(
  game: TestGame,
  rulers: readonly Ruler[],
  orders: number,
  seed: number,
): Promise<void> {
  const chance = makeChance(seed);
  const upTo = (n: number): number => Math.floor(chance() * n);
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T;
  const holdingsOf = async (ruler: Ruler): Promise<Holdings> => {
    const empire = await ruler.send<Holdings>('GET', `/api/empire/${ruler.empireId}`);
    const military = await ruler.send<Holdings>('GET', `/api/empire/${ruler.empireId}/military`);
    return { cities: empire.body.cities, armies: military.body.armies };
  };
  for (let order = 0; order < orders; order++) {
    const ruler = pick(rulers);
    const { cities, armies } = await holdingsOf(ruler);
    const city = pick(cities);
    const army = armies.length === 0 ? null : pick(armies);
    const rival = pick(rulers.filter((other) => other !== ruler));
    const tile = { x: upTo(30) - 5, y: upTo(30) - 15 };
    const send = (path: string, body?: unknown) => ruler.send('POST', path, body);
    const kind = upTo(12);
    if (kind < 4) {
      await send(`/api/city/${city.id}/buildings`, { type: pick(buildingTypes), quantity: 1 + upTo(3) });
    } else if (kind < 6) {
      await send(`/api/city/${city.id}/train`, { unit_type: pick(unitTypes), quantity: 1 + upTo(20) });
    } else if (kind === 6) {
      await send(`/api/empire/${ruler.empireId}/cities`, { name: `City ${order}`, location: tile });
    } else if (army !== null) {
      if (kind === 7) await send(`/api/army/${army.id}/move`, { destination: tile });
      else if (kind === 8) await send(`/api/army/${army.id}/split`, { units: { soldiers: 1 + upTo(5) } });
      else if (kind === 9) await send(`/api/army/${army.id}/recall`);
      else {
        await send('/api/battle', { army_id: army.id, target_type: 'city', target_id: rival.capitalId });
      }
    }
    await game.pass(upTo(8) * minuteMs);
  }
}
