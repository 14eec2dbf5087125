/** Ends the membership of an empire that loses its player or is deleted, in the same transaction. */
import { z } from 'zod';
import { uuid } from '../db/columns.ts';
import { execute, select, statement } from '../db/pool.ts';
import type { Tx, Writer } from '../db/transaction.ts';
import { change } from '../world/change.ts';
import type { WorldDeps } from '../world/deps.ts';
import type { ChangeScope } from '../world/attempt.ts';
import { endMembership, selectLeaving } from './membership.ts';
import { changeMemberCount, deleteCandidacies, sendUpdate } from './writes.ts';

const lockAllianceOf = statement('lockAllianceOf', {
  sql: 'SELECT FROM alliances WHERE id = (SELECT alliance_id FROM empires WHERE id = $1) FOR NO KEY UPDATE',
});

const selectMembersWith = statement('selectMembersWith', {
  sql: 'SELECT m.id FROM empires e JOIN empires m ON m.alliance_id = e.alliance_id WHERE e.id = $1',
  row: z.strictObject({ id: uuid }),
});

interface Abandonment {
  empireId: string;
  /** Empires that `finish` changes, too. */
  otherIds?: readonly string[];
  /** Locks what `finish` writes, before the alliance. False: the empire only advances. */
  lock: (tx: Tx) => Promise<boolean>;
  finish: (scope: ChangeScope, tx: Writer) => void;
}

/**
 * In one transaction with `finish`. Due contacts are decided first. False if `lock` refuses. Throws NOT_FOUND, and BUSY
 * if an empire stays locked for `lockTimeoutMs`.
 */
export async function abandonEmpire(
  deps: WorldDeps,
  { empireId, otherIds = [], lock, finish }: Abandonment,
): Promise<boolean> {
  const empireIds = [...(await selectLeaving(deps.pool, empireId)), ...otherIds] as const;
  const lockOthers = async (tx: Tx) => {
    const [isLocked, , members] = await Promise.all([
      lock(tx),
      execute(tx, lockAllianceOf, [empireId]),
      select(tx, selectMembersWith, [empireId]),
    ]);
    return { isLocked, memberIds: members.map(({ id }) => id) };
  };
  return change(deps, { empireIds, lockOthers }, ([scope], tx, { isLocked, memberIds }) => {
    if (!isLocked) return false;
    const { empire, now } = scope;
    const allianceId = empire.membership?.dissolvedAt === null ? empire.membership.allianceId : null;
    tx.write(deleteCandidacies, [empireId]);
    if (allianceId !== null) {
      endMembership(scope, allianceId, 'left');
      tx.write(changeMemberCount, [allianceId, -1, now]);
      sendUpdate(tx, allianceId, memberIds, now);
    }
    finish(scope, tx);
    return true;
  });
}
