/** What a muted player may not send, at once on every instance; the rest of the game stays. */
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from '../support/admin.ts';
import { foundAlliance } from '../support/alliances.ts';
import { useTwoInstances, type Player, useOne } from '../support/game.ts';
import { createEmpire, createPlayer } from '../support/players.ts';
import { setStock, setUnits } from '../support/set-state.ts';

const [game, other] = useTwoInstances();
const { ask } = commandsOf(game);
let own: string;
let foreign: string;

const leader = useOne(() => createEmpire(other, { x: 0, y: 0 }));
const eve = useOne(() => createEmpire(other, { x: 0, y: 40 }));
const cat = useOne(() => createEmpire(other, { x: 80, y: 40 }));
const newcomer = useOne(() => createPlayer(other));
beforeAll(async () => {
  own = await foundAlliance(leader);
  foreign = await foundAlliance(await createEmpire(other, { x: 40, y: 0 }));
  await setUnits(game, leader.armyId, { soldiers: 10 });
  await setStock(game, leader.empireId, { gold: 1000, food: 1000, materials: 1000 });
});

const requests: Record<string, () => [player: Player, method: string, path: string, body?: object]> = {
  'apply to an alliance': () => [eve, 'POST', `/api/alliance/${foreign}/applications`],
  'invite to an alliance': () => [
    leader,
    'POST',
    `/api/alliance/${own}/invitations`,
    { empire_id: eve.empireId },
  ],
  'found an alliance': () => [cat, 'POST', '/api/alliances', { name: 'Loud', tag: 'LOUD' }],
  'describe an alliance': () => [leader, 'PUT', `/api/alliance/${own}`, { description: 'Loud' }],
  'rename an empire': () => [eve, 'PUT', `/api/empire/${eve.empireId}`, { name: 'Louder' }],
  'describe an empire': () => [eve, 'PUT', `/api/empire/${eve.empireId}`, { description: 'Loud' }],
  'found an empire': () => [
    newcomer,
    'POST',
    '/api/empire',
    { name: 'Loudest', starting_location: { x: 80, y: 0 } },
  ],
  'rename a city': () => [eve, 'PUT', `/api/city/${eve.capitalId}`, { name: 'Noise' }],
  'name a further city': () => [
    eve,
    'POST',
    `/api/empire/${eve.empireId}/cities`,
    { name: 'Noises', location: { x: 0, y: 60 } },
  ],
  'name an army': () => [
    leader,
    'POST',
    `/api/army/${leader.armyId}/split`,
    { units: { soldiers: 1 }, name: 'Noise' },
  ],
};

describe('a muted player', () => {
  it.each(Object.entries(requests))('may not %s, from the next request on', async (_what, requestOf) => {
    const [player, ...request] = requestOf();
    const send = () => player.send<{ code?: string }>(...request);
    await ask('users', 'mute', player.username, '--hours', '1');
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([403, 'MUTED']);
    await ask('users', 'unmute', player.username);
    expect((await send()).body.code).not.toBe('MUTED');
  });

  it('still plays: splits armies, builds, leaves candidacies', async () => {
    await eve.send('POST', `/api/alliance/${foreign}/applications`);
    await ask('users', 'mute', eve.username, '--hours', '1');
    await ask('users', 'mute', leader.username, '--hours', '1');
    const answers = [
      await leader.send('POST', `/api/army/${leader.armyId}/split`, { units: { soldiers: 1 } }),
      await leader.send('POST', `/api/city/${leader.capitalId}/buildings`, { type: 'farm', quantity: 1 }),
      await eve.send('DELETE', `/api/alliance/${foreign}/candidate/${eve.empireId}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200]);
  });

  it('may speak again after the moment', async () => {
    game.clock.advance(3_600_000);
    expect((await eve.send('PUT', `/api/empire/${eve.empireId}`, { name: 'Quiet' })).status).toBe(200);
  });
});
