/** Targets: cities and seats that a player has attacked, with what they hold and the odds of a raid. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { TargetView } from '../../src/contract/targets.ts';
import { useNew, useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire, createPlayer } from '../support/players.ts';
import { orderAttack, recallArmy } from '../support/requests.ts';
import { plantSeat, setUnits } from '../support/set-state.ts';
import { foundAlliance, enlist } from '../support/alliances.ts';
import { hourMs, the } from '../support/worlds.ts';

const game = useTestGame({ unsound: 'battles have no fight' });
let column = -900;

const ann = useNew(() => createEmpire(game, { x: (column += 12), y: 0 }));
const bob = useNew(() => createEmpire(game, { x: column, y: 4 }));
beforeEach(() => setUnits(game, ann.armyId, { soldiers: 100 }));

const list = async (by: Ruler = ann): Promise<TargetView[]> =>
  (await by.read<{ targets: TargetView[] }>('/api/targets')).targets;

/** An attack of Ann that was called off. */
const attackBefore = (id: string, type = 'city') =>
  game.query(
    `INSERT INTO battles (id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at, contact_at,
       seed, outcome, ends_at)
     SELECT gen_random_uuid(), $1, defender.id, $2, $3, $4::uuid, 0, 0, 0, 0, '', '{"result":"called_off"}', 0
     FROM empires defender WHERE id IN (
       SELECT empire_id FROM cities WHERE cities.id = $4 UNION ALL SELECT holder_id FROM seats WHERE seats.id = $4)`,
    ...[ann.empireId, ann.armyId, type, id],
  );

describe('the list of targets', () => {
  /** Makes the army of an empire the guard of a capital, where it stands. */
  const makeGuard = ({ armyId }: Ruler, { capitalId, tile }: Ruler) =>
    game.query(
      `UPDATE armies SET guards = jsonb_build_object('type', 'city', 'id', $2::text), standing_since = 0, x = $3, y = $4
       WHERE id = $1`,
      ...[armyId, capitalId, tile.x, tile.y],
    );

  it('shows what a place holds, and the nearest army, to its attacker alone', async () => {
    await attackBefore(bob.capitalId);
    expect(await list()).toMatchObject([
      {
        target_type: 'city',
        target_id: bob.capitalId,
        holder: { empire_id: bob.empireId, kind: 'player' },
        location: bob.tile,
        distance: 4,
        // The empire is too young to be plundered.
        loot: { gold: 0, food: 0, materials: 0 },
        garrison: { soldiers: 20 },
        refusal: null,
        ends_protection: false,
        army: { army_id: ann.armyId, won: 40 },
        last_attack: { result: 'called_off', loot: null },
      },
    ]);
    expect(await list(bob)).toEqual([]);
  });

  it('needs an empire', async () => {
    const player = await createPlayer(game);
    expect((await player.send('GET', '/api/targets')).status).toBe(403);
  });

  it('has an attacked city once, with the last attack, whose result appears with its last round', async () => {
    await orderAttack(ann, bob.capitalId);
    const [before] = await list();
    expect(before).toMatchObject({ army: null, last_attack: { result: null, loot: null } });
    await game.pass(2 * hourMs);
    const targets = await list();
    expect(targets).toHaveLength(1);
    expect(targets[0]).toMatchObject({ last_attack: { result: 'attacker_won' }, garrison: { soldiers: 0 } });
  });

  it('sends each army to one target, and no guard', async () => {
    const cat = await createEmpire(game, { x: column + 4, y: 4 });
    await attackBefore(bob.capitalId);
    await attackBefore(cat.capitalId);
    const armies = async () => (await list()).map(({ army }) => army?.army_id ?? null);
    expect(await armies()).toEqual([ann.armyId, null]);
    await makeGuard(ann, cat);
    expect(await armies()).toEqual([null, null]);
  });

  it('counts the guard of a place among the odds', async () => {
    await attackBefore(bob.capitalId);
    const cat = await createEmpire(game, { x: column + 4, y: 4 });
    await setUnits(game, cat.armyId, { soldiers: 500 });
    expect(await list()).toMatchObject([{ army: { won: 40 } }]);
    await makeGuard(cat, bob);
    expect(await list()).toMatchObject([{ army: null, garrison: { soldiers: 20 } }]);
  });

  it('says why an ally cannot be attacked, and after a recall', async () => {
    await orderAttack(ann, bob.capitalId);
    await recallArmy(ann);
    expect(await list()).toMatchObject([{ refusal: 'RECENTLY_RECALLED', army: null }]);
    await enlist(ann, await foundAlliance(ann), bob);
    expect(await list()).toMatchObject([{ refusal: 'ALLIED', army: null }]);
  });

  it('has a seat under its present holder, until it is an own one', async () => {
    const [seat] = await game.query<{ id: string; number: number; x: number; y: number }>(
      'SELECT id, number, x, y FROM seats ORDER BY number LIMIT 1',
    );
    const { id, number, ...tile } = the(seat);
    const heldBy = (ruler: Ruler) =>
      plantSeat(game, { number, tile, holderId: ruler.empireId, heldSince: game.clock.now() });
    await heldBy(bob);
    await attackBefore(id, 'seat');
    expect(await list()).toMatchObject([
      { target_type: 'seat', name: null, loot: null, holder: { empire_id: bob.empireId }, refusal: null },
    ]);
    await heldBy(ann);
    expect(await list()).toEqual([]);
  });
});
