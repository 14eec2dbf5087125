/** Battles that were called off are deleted after 30 days; all others stay. */
import { expect, it } from 'vitest';
import { dayMs } from '../../src/kernel/time.ts';
import { useTestGame, useOne, type Ruler } from '../support/game.ts';
import { openSession, createEmpire } from '../support/players.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game));
const bob = useOne(() => createEmpire(game));

async function attack(attacker: Ruler, target: Ruler): Promise<string> {
  const order = { army_id: attacker.armyId, target_type: 'city', target_id: target.capitalId };
  return (await attacker.send<{ battle: { id: string } }>('POST', '/api/battle', order)).body.battle.id;
}

const selectIds = async (): Promise<string[]> =>
  (await game.query<{ id: string }>('SELECT id FROM battles ORDER BY number')).map(({ id }) => id);

it('deletes only those that were called off, and only after 30 days', async () => {
  const calledOff = await attack(ann, bob);
  await game.pass(120_000);
  await ann.send('POST', `/api/army/${ann.armyId}/recall`);
  const fought = await attack(bob, ann);
  await game.pass(dayMs);
  // Cleaning runs in the background when the clock passes its time.
  await game.pass(28.5 * dayMs);
  expect(await selectIds()).toEqual([calledOff, fought]);
  await game.pass(dayMs);
  await expect.poll(selectIds).toEqual([fought]);
  // The session of the start has expired.
  const later = await openSession(game, ann.username);
  expect((await later.send('GET', `/api/battle/${calledOff}`)).status).toBe(404);
  expect((await later.send('GET', `/api/battle/${fought}`)).status).toBe(200);
});

it('reads none of the battles that were fought', async () => {
  const rows = await game.query<Record<'QUERY PLAN', string>>(
    `EXPLAIN SELECT ctid FROM battles WHERE outcome ->> 'result' = 'called_off' AND ends_at < 1 ORDER BY ends_at LIMIT 10`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('battles_called_off');
});
