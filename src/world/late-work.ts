/** Due work that is late, and why it fails: each piece is tried in a transaction that is rolled back. */
import { z } from 'zod';
import { moment, uuid } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { isRefusal } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';
import { secondMs } from '../kernel/time.ts';
import { attempt } from './attempt.ts';
import { decideMeetings, selectDueMeetings } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
import { enterEnds, selectPresent } from './due-work.ts';

/** As the alert HegemonOverdue. */
const lateMs = 10 * secondMs;
/** Of each kind. */
const maxListed = 20;

const pieceRow = z.strictObject({
  kind: z.enum(['empire', 'contact', 'guard', 'end']),
  /** The empire; the battle of a contact or an end; the army that arrives as a guard. */
  id: uuid,
  /** The empire, the attacker, or the owner of the army. */
  empire_id: uuid,
  name: z.string(),
  at: moment,
});

type Piece = z.infer<typeof pieceRow>;

/** `reason` is null if it does not fail: it waits for other work, or for its turn. */
export type LateWork = Piece & { reason: string | null };

const battleSql = `a.id, a.name || ' against ' || d.name`;
const partiesSql = `JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id`;

/** $1 until, $2 limit, $3 the due meetings */
const selectLateWork = statement('selectLateWork', {
  sql: `SELECT kind, id, empire_id, name, at FROM (
     SELECT 'contact' AS kind, b.id, ${battleSql}, b.contact_at FROM battles b ${partiesSql} WHERE b.id = ANY ($3::uuid[])
     UNION ALL
     SELECT 'guard', g.id, e.id, e.name, (g.march ->> 'arrivesAt')::bigint
     FROM armies g JOIN empires e ON e.id = g.empire_id WHERE g.id = ANY ($3)
     UNION ALL
     SELECT 'empire', e.id, e.id, e.name, due.at
     FROM (SELECT empire_id, min(at) AS at FROM due_empires WHERE at <= $1 GROUP BY 1 ORDER BY 2 LIMIT $2) AS due
     JOIN empires e ON e.id = due.empire_id
     UNION ALL
     SELECT 'end', b.id, ${battleSql}, due.at
     FROM (SELECT battle_id, at FROM battle_ends WHERE at <= $1 ORDER BY at, battle_id LIMIT $2) AS due
     JOIN battles b ON b.id = due.battle_id ${partiesSql}
   ) AS late (kind, id, empire_id, name, at) ORDER BY at, kind, id`,
  row: pieceRow,
});

/** The earliest first. It asks the database and not the clock, so that every instance gives the same list. */
export async function readLateWork(deps: WorldDeps): Promise<LateWork[]> {
  const until = (await selectPresent(deps)).now - lateMs;
  const meetings = await selectDueMeetings(deps.pool, until, maxListed, []);
  const pieces = await select(deps.pool, selectLateWork, [until, maxListed, meetings.map(({ id }) => id)]);
  const trial: WorldDeps = { ...deps, isTrial: true };
  const tryPiece = ({ kind, id }: Piece): Promise<number> => {
    if (kind === 'empire')
      return attempt(trial, { lock: [id] }, ({ world, blockedIds }) => {
        const savedIds = new Set([...world.empires.keys()].filter((each) => !blockedIds.has(each)));
        return { value: savedIds.size, savedIds };
      });
    if (kind !== 'end')
      return decideMeetings(
        trial,
        meetings.filter((meeting) => meeting.id === id),
      );
    const exceptIds = pieces.filter((each) => each.kind === 'end' && each.id !== id).map((each) => each.id);
    return enterEnds(trial, { until, limit: 1, exceptIds, takenIds: [] });
  };
  const late: LateWork[] = [];
  for (const piece of pieces) {
    const reason = await tryPiece(piece).then(() => null, reasonOf);
    late.push({ ...piece, reason });
  }
  return late;
}

function reasonOf(error: unknown): string | null {
  if (!isRefusal(error)) throw error;
  // Another transaction holds a lock.
  if (error instanceof GameError && error.code === 'BUSY') return null;
  return error instanceof Error ? error.message : String(error);
}
