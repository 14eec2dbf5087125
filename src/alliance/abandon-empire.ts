/** An empire loses its player, or is deleted: its membership ends first, in the same transaction. */
import { z } from 'zod';
import { uuid } from '../db/columns.ts';
import { execute, select, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { changeWhenFree } from '../world/change-when-free.ts';
import type { WorldDeps } from '../world/deps.ts';
import type { CommandScope } from '../world/write-path.ts';
import { endMembership, selectLeaving } from './membership.ts';
import { changeMemberCount, deleteCandidacies, sendUpdate } from './writes.ts';

const lockAllianceOf = statement('lockAllianceOf', {
  sql: 'SELECT FROM alliances WHERE id = (SELECT alliance_id FROM empires WHERE id = $1) FOR NO KEY UPDATE',
});

/** The members of the alliance of an empire. */
const selectMembersWith = statement('selectMembersWith', {
  sql: 'SELECT m.id FROM empires e JOIN empires m ON m.alliance_id = e.alliance_id WHERE e.id = $1',
  row: z.strictObject({ id: uuid }),
});

interface Abandonment {
  empireId: string;
  /** Locks what `finish` writes, before the alliance. False: nothing changes. */
  lock: (tx: Tx) => Promise<boolean>;
  /** Changes the empire, which has left its alliance. Returns the writes that follow. */
  finish: (scope: CommandScope) => (tx: Tx) => Promise<unknown>[];
}

/**
 * Ends the membership and the candidacies of an empire, in one transaction with `finish`. Its due contacts are decided
 * first. A membership of a dissolved alliance has ended with it, as due work. False if `lock` refuses. Throws NOT_FOUND,
 * and BUSY if another transaction holds an empire for `lockTimeoutMs`.
 */
export async function abandonEmpire(
  deps: WorldDeps,
  { empireId, lock, finish }: Abandonment,
): Promise<boolean> {
  let isLocked = false;
  let memberIds: string[] = [];
  return changeWhenFree(deps, {
    empireIds: await selectLeaving(deps.pool, empireId),
    readOthers: async (tx) => {
      const [isFound, , members] = await Promise.all([
        lock(tx),
        execute(tx, lockAllianceOf, [empireId]),
        select(tx, selectMembersWith, [empireId]),
      ]);
      isLocked = isFound;
      memberIds = members.map(({ id }) => id);
    },
    change: ([scope]) => {
      if (!isLocked) return { value: false, savedIds: new Set() };
      const { empire, now } = scope;
      const allianceId = empire.membership?.dissolvedAt === null ? empire.membership.allianceId : null;
      if (allianceId !== null) endMembership(scope, allianceId, 'left');
      const write = finish(scope);
      return {
        value: true,
        write: (tx) =>
          Promise.all([
            execute(tx, deleteCandidacies, [empireId]),
            ...(allianceId === null
              ? []
              : [
                  execute(tx, changeMemberCount, [allianceId, -1, now]),
                  sendUpdate(tx, allianceId, memberIds, now),
                ]),
            ...write(tx),
          ]),
      };
    },
  });
}
