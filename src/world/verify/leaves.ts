/** Invariants of leaves: an empire on leave has nothing outside and no seat, and no new attack on the way to it. */
import { checkBySql, violationRow, type WholeWorld } from './invariant.ts';
import { statement } from '../../db/pool.ts';

const selectWrongLeaves = statement(
  'selectWrongLeaves',
  `WITH absent AS (SELECT * FROM empires WHERE leave ->> 'beganAt' IS NOT NULL)
   SELECT id, 'It is on leave, but it is a village or a keeper.' AS sentence FROM absent WHERE kind <> 'player'
   UNION ALL
   SELECT id, 'It is on leave, but holds a seat.' FROM absent WHERE seat_count > 0
   UNION ALL
   SELECT id, 'It is on leave, but its own time has not reached the begin.'
   FROM absent WHERE (leave ->> 'beganAt')::bigint > advanced_at
   UNION ALL
   SELECT absent.id, 'It is on leave, but army ' || a.id || ' is away.'
   FROM absent JOIN armies a ON a.empire_id = absent.id WHERE a.march IS NOT NULL OR a.guards IS NOT NULL
   UNION ALL
   SELECT absent.id, 'It is on leave, but has an attack under way: battle ' || b.number || '.'
   FROM absent JOIN battles b ON b.attacker_id = absent.id WHERE b.outcome IS NULL`,
  violationRow,
);

export const checkLeaves = checkBySql<WholeWorld>(selectWrongLeaves);
