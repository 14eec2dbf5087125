/** What the table of authorisation acts on: objects of the owner, made through the API. */
import { endAlliances, foundAlliance, writeToAlliance } from '../support/alliances.ts';
import type { Cast } from '../support/callers.ts';
import type { Ruler, TestGame } from '../support/game.ts';
import { openSession, userIdOf } from '../support/guests.ts';

export interface Stage {
  game: TestGame;
  cast: Cast;
  /** The target of the owner's attack. */
  bystander: Ruler;
  /** The battle of `findFinished`. */
  finishedId: string | null;
}

/** Splits one soldier off the owner's army; returns the id of the new army. */
export async function raise(stage: Stage): Promise<string> {
  const { body } = await stage.cast.owner.send<{ army: { id: string } }>(
    'POST',
    `/api/army/${stage.cast.owner.armyId}/split`,
    { units: { soldiers: 1 } },
  );
  return body.army.id;
}

export async function raiseMarching(stage: Stage): Promise<string> {
  const id = await raise(stage);
  await stage.cast.owner.send('POST', `/api/army/${id}/move`, { destination: { x: -9, y: -9 } });
  return id;
}

export async function orderLevel(stage: Stage): Promise<string> {
  const { body } = await stage.cast.owner.send<{ order: { id: string } }>(
    'POST',
    `/api/city/${stage.cast.owner.capitalId}/buildings`,
    { type: 'quarry' },
  );
  return body.order.id;
}

export async function openOwnersSession(stage: Stage): Promise<string> {
  const { token } = await openSession(stage.game, stage.cast.owner.username);
  const { rows } = await stage.game.instance.pool.query<{ id: string }>(
    'SELECT id FROM sessions WHERE sid = $1',
    [token],
  );
  return rows[0]?.id ?? '';
}

export async function findBattle(stage: Stage): Promise<string> {
  const { body } = await stage.cast.owner.send<{ battles: { id: string }[] }>('GET', '/api/battles?limit=1');
  return body.battles[0]?.id ?? '';
}

/** A battle of the owner that is over. A second attack on the same target would be refused. */
export async function findFinished(stage: Stage): Promise<string> {
  if (stage.finishedId === null) {
    const armyId = await raise(stage);
    const order = { army_id: armyId, target_type: 'city', target_id: stage.bystander.capitalId };
    const { body } = await stage.cast.owner.send<{ battle: { id: string } }>('POST', '/api/battle', order);
    await stage.cast.owner.send('POST', `/api/army/${armyId}/recall`);
    stage.finishedId = body.battle.id;
  }
  return stage.finishedId;
}

export async function shareFinished(stage: Stage): Promise<string> {
  const id = await findFinished(stage);
  await stage.cast.owner.send('POST', `/api/battle/${id}/share`);
  return id;
}

/** The thread that the bystander has begun with the owner. */
export async function findThread(stage: Stage): Promise<string> {
  const { pool } = stage.game.instance;
  await pool.query('DELETE FROM blocks');
  const { rows } = await pool.query<{ thread_id: string }>(
    'SELECT thread_id FROM thread_members WHERE user_id = $1',
    [await userIdOf(stage.game, stage.bystander)],
  );
  const [thread] = rows;
  // Earlier messages would count for the limit.
  await pool.query('UPDATE messages SET at = at - 60000');
  if (thread !== undefined) return thread.thread_id;
  const body = { user_id: await userIdOf(stage.game, stage.cast.owner), text: 'Greetings' };
  return (await stage.bystander.send<{ thread_id: string }>('POST', '/api/threads', body)).body.thread_id;
}

export async function blockByOwner(stage: Stage): Promise<string> {
  const blocked = await userIdOf(stage.game, stage.bystander);
  // The rival may block the same player since an earlier row.
  await stage.cast.rival.send('DELETE', `/api/block/${blocked}`);
  await stage.cast.owner.send('POST', '/api/blocks', { user_id: blocked });
  return blocked;
}

/** Ends all alliances, except that the rival leads one. */
export async function freeOwner(stage: Stage): Promise<string[]> {
  await endAlliances(stage.game);
  await stage.cast.rival.send('POST', '/api/alliances', { name: 'The Cats', tag: 'CAT' });
  return [];
}

/** A new alliance that the owner leads. */
export async function lead(stage: Stage): Promise<string> {
  await freeOwner(stage);
  return foundAlliance(stage.cast.owner);
}

export async function inviteBystander(stage: Stage): Promise<string[]> {
  const id = await lead(stage);
  await stage.cast.owner.send('POST', `/api/alliance/${id}/invitations`, {
    empire_id: stage.bystander.empireId,
  });
  return [id, stage.bystander.empireId];
}

export async function enlistBystander(stage: Stage): Promise<string[]> {
  const ids = await inviteBystander(stage);
  await stage.bystander.send('POST', `/api/alliance/${ids[0]}/members`, {
    empire_id: stage.bystander.empireId,
  });
  return ids;
}

/** An alliance that the owner leads, in which a member has written. */
export async function hearBystander(stage: Stage): Promise<string> {
  const [id = ''] = await enlistBystander(stage);
  await writeToAlliance(stage.bystander, id, 'Greetings');
  return id;
}
