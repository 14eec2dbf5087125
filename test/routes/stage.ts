/** The players and objects of the tests of all routes. Objects of the owner are made through the API when a test needs them. */
import { endAlliances, foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { createCallers, type Callers } from '../support/callers.ts';
import { expose, setLevels, setStock, setUnits } from '../support/set-state.ts';
import type { Ruler, TestGame } from '../support/game.ts';
import { openSession, createEmpire, userIdOf } from '../support/players.ts';

export interface Stage {
  game: TestGame;
  callers: Callers;
  /** The target of the owner's attack. */
  bystander: Ruler;
  /** The battle of `findFinished`. */
  finishedId: string | null;
  /** A different number on every call. */
  count: () => number;
}

export async function openStage(game: TestGame): Promise<Stage> {
  const callers = await createCallers(game);
  const bystander = await createEmpire(game, { x: 0, y: 60 });
  let counted = 0;
  await expose(game, bystander.empireId);
  // More than any test spends, with room for more.
  await setStock(game, callers.owner.empireId, { gold: 200_000, food: 200_000, materials: 200_000 });
  await setLevels(game, callers.owner.capitalId, { barracks: 1, town_hall: 5, house: 20, warehouse: 20 });
  await setUnits(game, callers.owner.armyId, { soldiers: 50 });
  return { game, callers, bystander, finishedId: null, count: () => (counted += 1) };
}

/** Restores what requests use up: armies and the queues. */
export async function restore({ game, callers }: Stage): Promise<void> {
  const { empireId, armyId } = callers.owner;
  await game.query('DELETE FROM armies WHERE empire_id = $1 AND id <> $2', empireId, armyId);
  await game.query(`UPDATE cities SET construction = '[]', training = '[]' WHERE empire_id = $1`, empireId);
  await game.query(`UPDATE ledger_entries SET cause = 'repair' WHERE empire_id = $1`, empireId);
  await setUnits(game, armyId, { soldiers: 50 });
}

export const ownEmpire = ({ callers }: Stage): string => callers.owner.empireId;
export const ownCity = ({ callers }: Stage): string => callers.owner.capitalId;
export const ownArmy = ({ callers }: Stage): string => callers.owner.armyId;

/** A different tile on every call. */
export const newTile = ({ count }: Stage): { x: number; y: number } => ({ x: 100 + 5 * count(), y: 0 });

/** Splits one soldier off the owner's army; returns the id of the new army. */
export async function raise({ callers: { owner } }: Stage): Promise<string> {
  const path = `/api/army/${owner.armyId}/split`;
  const { body } = await owner.send<{ army: { id: string } }>('POST', path, { units: { soldiers: 1 } });
  return body.army.id;
}

export async function raiseMarching(stage: Stage): Promise<string> {
  const id = await raise(stage);
  await stage.callers.owner.send('POST', `/api/army/${id}/move`, { destination: { x: -9, y: -9 } });
  return id;
}

export async function orderLevel({ callers: { owner } }: Stage): Promise<string> {
  const path = `/api/city/${owner.capitalId}/buildings`;
  const { body } = await owner.send<{ order: { id: string } }>('POST', path, { type: 'quarry' });
  return body.order.id;
}

export async function openOwnersSession({ game, callers }: Stage): Promise<string> {
  const { token } = await openSession(game, callers.owner.username);
  const [session] = await game.query<{ id: string }>('SELECT id FROM sessions WHERE sid = $1', token);
  return session?.id ?? '';
}

/** A battle of the owner that is over. A second attack on the same target would be refused. */
export async function findFinished(stage: Stage): Promise<string> {
  if (stage.finishedId === null) {
    const armyId = await raise(stage);
    const order = { army_id: armyId, target_type: 'city', target_id: stage.bystander.capitalId };
    const { body } = await stage.callers.owner.send<{ battle: { id: string } }>('POST', '/api/battle', order);
    await stage.callers.owner.send('POST', `/api/army/${armyId}/recall`);
    stage.finishedId = body.battle.id;
  }
  return stage.finishedId;
}

export async function shareFinished(stage: Stage): Promise<string> {
  const id = await findFinished(stage);
  await stage.callers.owner.send('POST', `/api/battle/${id}/share`);
  return id;
}

/** The thread that the bystander has begun with the owner. */
export async function findThread({ game, callers, bystander }: Stage): Promise<string> {
  await game.query('DELETE FROM blocks');
  const [thread] = await game.query<{ thread_id: string }>(
    'SELECT thread_id FROM thread_members WHERE user_id = $1',
    await userIdOf(game, bystander),
  );
  // Earlier messages would count for the limit.
  await game.query('UPDATE messages SET at = at - 60000');
  if (thread !== undefined) return thread.thread_id;
  const message = { user_id: await userIdOf(game, callers.owner), text: 'Greetings' };
  return (await bystander.send<{ thread_id: string }>('POST', '/api/threads', message)).body.thread_id;
}

export async function blockByOwner(stage: Stage): Promise<string> {
  const blocked = await userIdOf(stage.game, stage.bystander);
  // The rival may block the same player since an earlier row.
  await stage.callers.rival.send('DELETE', `/api/block/${blocked}`);
  await stage.callers.owner.send('POST', '/api/blocks', { user_id: blocked });
  return blocked;
}

/** Ends all alliances, except that the rival leads one. */
export async function freeOwner(stage: Stage): Promise<string[]> {
  await endAlliances(stage.game);
  await stage.callers.rival.send('POST', '/api/alliances', { name: 'The Cats', tag: 'CAT' });
  return [];
}

/** A new alliance that the owner leads. */
export async function lead(stage: Stage): Promise<string> {
  await freeOwner(stage);
  return foundAlliance(stage.callers.owner);
}

export async function inviteBystander(stage: Stage): Promise<string[]> {
  const id = await lead(stage);
  const { empireId: empire_id } = stage.bystander;
  await stage.callers.owner.send('POST', `/api/alliance/${id}/invitations`, { empire_id });
  return [id, empire_id];
}

export async function enlistBystander(stage: Stage): Promise<string[]> {
  const [id = '', empire_id = ''] = await inviteBystander(stage);
  await stage.bystander.send('POST', `/api/alliance/${id}/members`, { empire_id });
  return [id, empire_id];
}

/** An alliance that the owner leads, in which a member has written. */
export async function hearBystander(stage: Stage): Promise<string> {
  const [id = ''] = await enlistBystander(stage);
  await writeToAlliance(stage.bystander, id, 'Greetings');
  return id;
}

/** A new alliance that the owner leads, to which the bystander has applied. */
export async function hearApplicant(stage: Stage): Promise<string> {
  const id = await lead(stage);
  await stage.bystander.send('POST', `/api/alliance/${id}/applications`);
  return id;
}
