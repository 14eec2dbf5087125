/**
 * The save: writes the changes of a transaction, its ledger entries, its event log entries and its stored responses,
 * and notifies all instances. Only tables with changes get a statement; all travel together, with COMMIT.
 */
import { execute, select, statement, type Statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { WorldSlice } from '../game/types.ts';
import { changesOf } from './changes.ts';
import type { WorldSnapshot } from './rows/load.ts';
import { deleteDueEmpires, insertDueEmpires } from './rows/due-empires.ts';
import type { NewLogEntry } from './log/event-log.ts';
import type { Notification } from './log/notifications.ts';
import { postingsOf } from './ledger/ledger.ts';
import type { ReignEnds } from './reigns.ts';
import { insertResponses, type StoredResponse } from '../idempotency/store.ts';
import { appendLogEntries, sendNotifications } from './log/log-statements.ts';
import {
  deleteOwnArmies,
  insertAllianceCrowns,
  insertArmies,
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

/** The output of a transaction besides its changes. */
export interface Announcements {
  events: readonly Notification[];
  entries: readonly NewLogEntry[];
  /** The reigns that ended for these empires. */
  reignEnds?: ReignEnds;
  /** Responses of commands with an idempotency key. */
  responses?: readonly StoredResponse[];
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

/**
 * Sends the statements that write the changes of these empires. Postgres delivers the notifications at commit.
 * Callers send it together with COMMIT instead of awaiting it.
 */
export async function save(
  tx: Tx,
  world: WorldSlice,
  before: WorldSnapshot,
  empireIds: ReadonlySet<string>,
  { events, entries, reignEnds = { crowns: [], allianceCrowns: [] }, responses = [] }: Announcements,
): Promise<void> {
  const changes = changesOf(world, before, empireIds);
  const postings = postingsOf(world, empireIds);
  const isNew = ({ empire_id }: { empire_id: string }): boolean => !before.empires.has(empire_id);
  const sent: Promise<unknown>[] = [];
  const send = (stmt: Statement<object>, rows: readonly object[], ...further: unknown[]): void => {
    if (rows.length > 0) sent.push(execute(tx, stmt, [JSON.stringify(rows), ...further]));
  };
  send(insertEmpires, changes.newEmpires, JSON.stringify(postings.filter(isNew)));
  // Before the update of the empires: their lock still satisfies the foreign keys, and the trigger of the update compares
  // them with the ledger.
  send(
    insertLedgerEntries,
    postings.filter((posting) => !isNew(posting)),
  );
  send(insertDueEmpires, changes.due);
  send(deleteDueEmpires, changes.noLongerDue);
  // Before cities and armies, whose triggers would otherwise update the empire once more.
  send(updateEmpires, changes.empires);
  send(updateWishes, changes.wishes);
  send(insertSeats, changes.newSeats);
  send(insertCities, changes.newCities);
  send(updateCities, changes.cities);
  send(insertArmies, changes.newArmies);
  send(updateArmies, changes.armies);
  if (changes.removedArmyIds.length > 0) sent.push(execute(tx, deleteOwnArmies, [changes.removedArmyIds]));
  send(insertBattles, changes.newBattles);
  send(updateBattles, changes.battles);
  send(updateSeats, changes.seats);
  if (changes.namedPlaces.length > 0)
    sent.push(select(tx, lockPlaces, [JSON.stringify(changes.namedPlaces)]));
  send(renameDefenders, changes.namedPlaces);
  send(insertCrowns, reignEnds.crowns);
  send(insertAllianceCrowns, reignEnds.allianceCrowns);
  if (events.length > 0)
    sent.push(select(tx, sendNotifications, [JSON.stringify(events.map((event) => JSON.stringify(event)))]));
  if (entries.length > 0) sent.push(appendLogEntries(tx, entries));
  send(insertResponses, responses);
  await Promise.all(sent);
}
