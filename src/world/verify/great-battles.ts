/** The invariant of the great battles: they repeat the losses and the day of battles. */
import { z } from 'zod';
import { integer, uuid } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import { countCasualties } from '../../game/casualties.ts';
import { dayOf } from '../figures/score-history.ts';
import type { BattlePage, Violation } from './invariant.ts';

const selectGreatBattles = statement(
  'selectGreatBattles',
  'SELECT battle_id, day, losses FROM great_battles WHERE battle_id = ANY ($1::uuid[])',
  z.strictObject({ battle_id: uuid, day: integer, losses: integer }),
);

export async function checkGreatBattles({ db, battles }: BattlePage): Promise<Violation[]> {
  const byId = new Map(battles.map((battle) => [battle.id, battle]));
  const rows = await select(db, selectGreatBattles, [[...byId.keys()]]);
  return rows.flatMap(({ battle_id: id, day, losses }) => {
    const battle = byId.get(id);
    if (battle === undefined) return [];
    const { outcome, number } = battle;
    if (dayOf(outcome.endsAt) === day && countCasualties(outcome) === losses) return [];
    return [
      { id, sentence: `Battle ${number}: its day or its losses differ from its row of great battles.` },
    ];
  });
}
