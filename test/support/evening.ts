/** A player in the evening of the first day. */
import { type Ruler, type TestGame } from './game.ts';
import { attackCity, createEmpire } from './players.ts';
import { setStock } from './set-state.ts';
import { hourMs } from './worlds.ts';

/** A player after the first steps, who has spent everything. @param y of the row of tiles, where nobody else lives */
export async function createEvening(game: TestGame, y: number): Promise<Ruler> {
  const ann = await createEmpire(game, { x: -600, y });
  const prey = await createEmpire(game, { x: -590, y });
  const order = (path: string, body: object) => ann.send('POST', `/api/city/${ann.capitalId}/${path}`, body);
  await order('buildings', { type: 'barracks' });
  await game.pass(hourMs);
  await order('train', { unit_type: 'soldiers', quantity: 1 });
  await attackCity(ann, prey);
  // No plan knows how a fight ends.
  await ann.send('POST', `/api/army/${ann.armyId}/recall`);
  await ann.send('PUT', `/api/empire/${ann.empireId}/wishes`, { wishes: [] });
  await setStock(game, ann.empireId, { gold: 0, food: 0, materials: 0 });
  return ann;
}
