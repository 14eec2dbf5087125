/**
 * The save: writes the changes, ledger and event log entries of a transaction, and notifies all instances. Only tables
 * with changes get a statement.
 */
import { statement, type Statement } from '../db/pool.ts';
import type { Writer } from '../db/transaction.ts';
import type { WorldSlice } from '../game/types.ts';
import { changesOf } from './changes.ts';
import type { WorldSnapshot } from './rows/load.ts';
import { deleteDueEmpires, insertDueEmpires, wakeEmpires } from './rows/due-empires.ts';
import type { NewLogEntry } from './log/event-log.ts';
import type { Notification } from './log/notifications.ts';
import { postingsOf } from './ledger/ledger.ts';
import type { ReignEnds } from './reigns.ts';
import { appendLogEntries, sendNotifications } from './log/log-statements.ts';
import {
  deleteEmpires,
  deleteOwnArmies,
  insertAllianceCrowns,
  insertArmies,
  insertBattleEnds,
  insertBattles,
  insertCities,
  insertCrowns,
  insertedColumns,
  insertSeats,
  lockPlaces,
  renameDefenders,
  updateArmies,
  updateBattles,
  updateCities,
  updateEmpires,
  updateSeats,
  updateWishes,
} from './rows/save-statements.ts';
import { insertLedgerEntries, ledgerNames } from './ledger/write-ledger.ts';

export interface Consequences {
  events: readonly Notification[];
  entries: readonly NewLogEntry[];
  reignEnds?: ReignEnds;
  /** Empires that are deleted in the end. */
  removedIds?: readonly string[];
}

// In one statement with the first postings: the trigger that opens a ledger runs after the statement and finds them.
const insertEmpires = statement('insertEmpires', {
  sql: `WITH posted AS (
     INSERT INTO ledger_entries (${ledgerNames})
     SELECT ${ledgerNames} FROM json_populate_recordset(NULL::ledger_entries, $2::json)
   )
   INSERT INTO empires (${insertedColumns})
   SELECT ${insertedColumns} FROM json_populate_recordset(NULL::empires, $1::json)`,
});

export function save(
  tx: Writer,
  world: WorldSlice,
  before: WorldSnapshot,
  empireIds: ReadonlySet<string>,
  { events, entries, reignEnds = { crowns: [], allianceCrowns: [] }, removedIds = [] }: Consequences,
): void {
  const changes = changesOf(world, before, empireIds);
  const postings = postingsOf(world, empireIds);
  const isNew = ({ empire_id }: { empire_id: string }): boolean => !before.empires.has(empire_id);
  const write = (stmt: Statement<object>, rows: readonly object[], ...further: unknown[]): void => {
    if (rows.length > 0) tx.write(stmt, [JSON.stringify(rows), ...further]);
  };
  write(insertEmpires, changes.newEmpires, JSON.stringify(postings.filter(isNew)));
  // Before the update of the empires: their lock still satisfies the foreign keys, and the trigger of the update
  // compares them with the ledger.
  write(
    insertLedgerEntries,
    postings.filter((posting) => !isNew(posting)),
  );
  write(insertDueEmpires, changes.due);
  write(deleteDueEmpires, changes.noLongerDue);
  write(wakeEmpires, changes.woken);
  // Before cities and armies, whose triggers would otherwise update the empire once more.
  write(updateEmpires, changes.empires);
  write(updateWishes, changes.wishes);
  write(insertSeats, changes.newSeats);
  write(insertCities, changes.newCities);
  write(updateCities, changes.cities);
  write(insertArmies, changes.newArmies);
  write(updateArmies, changes.armies);
  if (changes.removedArmyIds.length > 0) tx.write(deleteOwnArmies, [changes.removedArmyIds]);
  write(insertBattles, changes.newBattles);
  write(updateBattles, changes.battles);
  write(insertBattleEnds, changes.battleEnds);
  write(updateSeats, changes.seats);
  write(lockPlaces, changes.namedPlaces);
  write(renameDefenders, changes.namedPlaces);
  write(insertCrowns, reignEnds.crowns);
  write(insertAllianceCrowns, reignEnds.allianceCrowns);
  sendNotifications(tx, events);
  appendLogEntries(tx, entries);
  if (removedIds.length > 0) for (const step of deleteEmpires) tx.write(step, [removedIds]);
}
