/** A battle between two players for the tests of its pages: on the march, in progress, over. */
import type { BattleView } from '../../src/contract/battle.ts';
import { enrich, expose, setLevels, setUnits } from '../support/set-state.ts';
import type { Ruler, TestGame } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { Browser, type Page } from './browser.ts';

const dayMs = 24 * 3_600_000;

/** A name with every character that HTML must escape, and its escaped form. */
export const hostileName = `<b>"Pell" & 'Co'</b>`;
export const hostileText = '&lt;b&gt;&#34;Pell&#34; &amp; &#39;Co&#39;&lt;/b&gt;';

/** 900 soldiers, 120 knights and 60 catapults against 500 soldiers and 500 archers behind a wall of 9. */
export interface Clash {
  ann: Ruler;
  bob: Ruler;
  battleId: string;
  open: (reader: { cookie: string }, path: string) => Promise<Page>;
  report: () => Promise<BattleView>;
  /** Advances the clock to this long after contact. */
  passTo: (msAfterContact: number) => Promise<void>;
}

/** Ann orders an attack on Bob, whose name is hostile. */
export async function setClash(game: TestGame): Promise<Clash> {
  const ann = await createEmpire(game, { x: 0, y: 0 });
  const bob = await createEmpire(game, { x: 0, y: 5 });
  // Empires younger than a day cannot be plundered.
  await game.instance.pool.query(
    'UPDATE empires SET name = $2, name_key = $2, created_at = created_at - $3::bigint WHERE id = $1',
    [bob.empireId, hostileName, 2 * dayMs],
  );
  for (const { empireId } of [ann, bob]) await expose(game, empireId);
  await setUnits(game, ann.armyId, { soldiers: 900, knights: 120, catapults: 60 });
  await setUnits(game, bob.armyId, { soldiers: 500, archers: 500 });
  await setLevels(game, bob.capitalId, { wall: 9, warehouse: 20 });
  await enrich(game, bob.empireId);
  const battleId = await attackCity(ann, bob);
  const report = async (): Promise<BattleView> =>
    (await ann.send<BattleView>('GET', `/api/battle/${battleId}`)).body;
  const contactAt = Date.parse((await report()).contact_at);
  return {
    ann,
    bob,
    battleId,
    open: ({ cookie }, path) => new Browser(game, cookie).open(path),
    report,
    passTo: (msAfterContact) => game.pass(contactAt + msAfterContact - game.clock.now()),
  };
}
