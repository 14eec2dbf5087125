/** Reads around the moment of a meeting that is not decided yet, because another transaction holds one of its empires. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../pages/browser.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { begin } from '../support/database.ts';
import { useOne, useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { orderAttack, readArmies } from '../support/requests.ts';
import { expose, setUnits } from '../support/set-state.ts';
import { closeClients, connect } from '../support/sockets.ts';
import { the } from '../support/worlds.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 8, y: 0 }));
const foe = useOne(() => createEmpire(game, { x: -8, y: 0 }));

beforeAll(async () => {
  for (const { empireId } of [ann, bob, foe]) await expose(game, empireId);
  await setUnits(game, bob.armyId, { soldiers: 40 });
  await setUnits(game, foe.armyId, { soldiers: 300 });
  await enlist(ann, await foundAlliance(ann), bob);
});
afterAll(closeClients);

/** The paths of the API and of pages that read the empire of a player. */
const paths = ({ empireId, capitalId }: Ruler): string[] => [
  `/api/empire/${empireId}`,
  `/api/empire/${empireId}/military`,
  `/api/empire/${empireId}/cities`,
  `/api/city/${capitalId}/buildings`,
  `/empire/${empireId}`,
];
const ownPages = ['/dashboard', '/armies', '/map', '/alliances'];

/** The refused reads of all empires by all players, over the API, the pages and the socket. */
async function refusedReads(): Promise<string[]> {
  const refused: string[] = [];
  for (const reader of [ann, bob, foe]) {
    for (const path of [...[ann, bob, foe].flatMap(paths), ...ownPages]) {
      const isPage = !path.startsWith('/api/');
      const status = isPage
        ? (await new Browser(game, reader.cookie).open(path)).status
        : (await reader.send('GET', path)).status;
      if (![200, 302, 403].includes(status)) refused.push(`${path}: ${status}`);
    }
    const live = await connect(game.url, { token: reader.token });
    const answer = await live.ask('request_update', { type: 'empire', id: bob.empireId });
    if (!(answer as { ok: boolean }).ok) refused.push(`request_update: ${JSON.stringify(answer)}`);
  }
  return refused;
}

const statusOf = async (by: Ruler) => the((await readArmies(by, by.empireId))[0]).status;

describe.each([
  [
    'the arrival of a guard',
    bob,
    () =>
      bob.send('POST', `/api/army/${bob.armyId}/guard`, { target_type: 'city', target_id: ann.capitalId }),
    'marching',
    'idle',
  ],
  ['a contact with a guard', foe, () => orderAttack(foe, ann.capitalId), 'marching', 'fighting'],
] as const)('%s', (_, by, order, before, after) => {
  let arrivesAt: number;

  beforeAll(async () => {
    expect(await order()).toMatchObject({
      status: expect.toSatisfy((status: number) => status < 300) as number,
    });
    arrivesAt = Date.parse(the(the((await readArmies(by, by.empireId))[0]).arrives_at));
  });

  it.each([-1, 0, 1, 2_000])(
    'is read %s ms after it, while the empire of the holder is locked',
    async (ms) => {
      const lock = await begin(game.instance.pool, 'SELECT 1 FROM empires WHERE id = $1 FOR UPDATE', [
        ann.empireId,
      ]);
      game.clock.set(arrivesAt + ms);
      const refused = await refusedReads().finally(lock.rollBack);
      expect([refused, await statusOf(by)]).toEqual([[], before]);
    },
  );

  it('is read after it has been decided', async () => {
    await game.pass(0);
    expect([await refusedReads(), await statusOf(by)]).toEqual([[], after]);
  });
});
