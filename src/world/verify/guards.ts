/** Invariants of guards: each stands at a place of an ally, and undecided battles name the present guard. */
import { guardLimit } from '../../game/guards.ts';
import { checkBySql, violationRow, type WholeWorld } from './invariant.ts';
import { statement } from '../../db/pool.ts';

const selectWrongGuards = statement(
  'selectWrongGuards',
  `WITH places AS (
     SELECT c.id, c.empire_id AS holder_id, c.x, c.y FROM cities c
     UNION ALL SELECT s.id, s.holder_id, s.x, s.y FROM seats s
   ), guards AS (
     SELECT a.*, (a.guards ->> 'id')::uuid AS place_id FROM armies a WHERE a.guards IS NOT NULL
   )
   SELECT g.empire_id AS id, 'Army ' || g.id || ': it guards, but does not stand at a place of an ally.' AS sentence
   FROM guards g JOIN empires e ON e.id = g.empire_id
   LEFT JOIN places p ON p.id = g.place_id LEFT JOIN empires h ON h.id = p.holder_id
   WHERE g.march IS NULL AND (p.x, p.y, h.alliance_id) IS DISTINCT FROM (g.x, g.y, e.alliance_id) OR h.id = e.id
   UNION ALL
   SELECT g.empire_id, 'Army ' || g.id || ': it is to guard a place, but is not on a plain march.'
   FROM guards g WHERE g.march ->> 'kind' <> 'move'
   UNION ALL
   SELECT empire_id, 'More than ${guardLimit} of its armies guard.' FROM guards GROUP BY empire_id HAVING count(*) > ${guardLimit}
   UNION ALL
   SELECT b.id, 'Battle ' || b.number || ': it does not name the guard of its target.'
   FROM battles b LEFT JOIN guards g ON g.place_id = b.target_id AND g.march IS NULL AND g.empire_id <> b.attacker_id
   WHERE b.outcome IS NULL AND b.target_type IN ('city', 'seat')
     AND g.empire_id IS DISTINCT FROM CASE WHEN b.ally_id IS NOT NULL THEN b.defender_id END`,
  violationRow,
);

export const checkGuards = checkBySql<WholeWorld>(selectWrongGuards);
