/** The ends of battles in the event logs, when the clock is late. */
import { expect, it } from 'vitest';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import { useTestGame } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { expose } from '../support/set-state.ts';
import { the } from '../support/worlds.ts';

const game = useTestGame();

it('are entered in the order of their moments, once, although the later battle was ordered first', async () => {
  const bob = await createEmpire(game, { x: 0, y: 0 });
  const [far, near] = [await createEmpire(game, { x: 0, y: 40 }), await createEmpire(game, { x: 0, y: 12 })];
  await expose(game, bob.empireId);
  const first = await attackCity(far, bob);
  await expose(game, bob.empireId);
  const second = await attackCity(near, bob);
  await game.pass(24 * 3_600_000);
  await game.instance.worldClock.catchUp();
  const { events } = (
    await bob.send<{ events: EmpireEvent[] }>('GET', `/api/empire/${bob.empireId}/events?limit=100`)
  ).body;
  const ends = events.flatMap(({ type, at, data }) =>
    type === 'battle_end' ? [{ at, id: data.battle_id }] : [],
  );
  expect(ends.map(({ id }) => id)).toEqual([second, first]);
  expect(the(ends[0]).at < the(ends[1]).at).toBe(true);
});
