/** Decides contacts: the earliest first, with both empires locked, and never with a chain of locks. */
import { z } from 'zod';
import { databaseMoment, uuid, moment } from '../db/columns.ts';
import { select, selectOptional, statement, type Db } from '../db/pool.ts';
import { decideContact } from '../game/advance.ts';
import type { GameEvent } from '../game/events.ts';
import type { Battle } from '../game/battle-types.ts';
import type { WorldSlice } from '../game/types.ts';
import { GameError } from '../kernel/errors.ts';
import type { WorldDeps } from './deps.ts';
import { changeEmpires } from './write-path.ts';
import { lockTimeoutMs, lockRetryMs } from './rows/load.ts';
import { battleRandomOf } from './battle-random.ts';

const contactRow = z.strictObject({ id: uuid, attacker_id: uuid, defender_id: uuid });

export type ContactRow = z.infer<typeof contactRow>;

const selectEarliestContact = statement(
  'selectEarliestContact',
  `SELECT id, attacker_id, defender_id FROM (
     SELECT id, attacker_id, defender_id, contact_at, attack_value, number FROM battles
     WHERE outcome IS NULL AND attacker_id = ANY ($1::uuid[])
     UNION ALL
     SELECT id, attacker_id, defender_id, contact_at, attack_value, number FROM battles
     WHERE outcome IS NULL AND defender_id = ANY ($1::uuid[])
   ) b
   WHERE contact_at <= $2 ORDER BY contact_at, attack_value DESC, number LIMIT 1`,
  contactRow,
);

const selectDueContacts = statement(
  'selectDueContacts',
  `SELECT id, attacker_id, defender_id FROM battles
   WHERE outcome IS NULL AND contact_at <= $1 ORDER BY contact_at, attack_value DESC, number LIMIT $2`,
  contactRow,
);

/**
 * Decides every due contact of this empire. From each contact it walks to the earliest due contact of either side
 * until none is earlier, and decides that one. The walk ends because each step is strictly earlier (moment, value, number).
 * Throws BUSY if another transaction holds one of the empires for longer than `lockTimeoutMs`.
 */
export async function decideContactsOf(deps: WorldDeps, empireId: string): Promise<void> {
  const { now: until } = await selectPresent(deps);
  let deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    let contact = await selectEarliest(deps.pool, [empireId], until);
    if (contact === null) return;
    for (;;) {
      const earlier = await selectEarliest(deps.pool, [contact.attacker_id, contact.defender_id], until);
      if (earlier === null || earlier.id === contact.id) break;
      contact = earlier;
    }
    if ((await decideContacts(deps, [contact])) > 0) deadline = performance.now() + lockTimeoutMs;
    else if (performance.now() > deadline) throw new GameError('BUSY');
    else await deps.clock.machine.delay(lockRetryMs);
  }
}

/** The due contacts of the whole world, in the order of decision. */
export function selectDue(db: Db, until: number, limit: number): Promise<ContactRow[]> {
  return select(db, selectDueContacts, [until, limit]);
}

/**
 * Locks the empires of these contacts, reads them again, and decides each contact that is the earliest of both its
 * sides. It skips contacts that another instance has decided or holds. Returns the number of decided contacts.
 */
export async function decideContacts(deps: WorldDeps, contacts: readonly ContactRow[]): Promise<number> {
  return changeEmpires(deps, {
    lock: contacts.flatMap(({ attacker_id, defender_id }) => [attacker_id, defender_id]),
    applyDue: decideEarliest,
    change: ({ due }) => {
      const decisions = due.filter((gameEvent) => gameEvent.kind === 'battle_decided');
      const savedIds = new Set(decisions.flatMap(({ attackerId, defenderId }) => [attackerId, defenderId]));
      return { value: decisions.length, savedIds };
    },
  });
}

function decideEarliest(world: WorldSlice, contacts: readonly Battle[]): GameEvent[] {
  const gameEvents: GameEvent[] = [];
  const blockedIds = new Set<string>();
  for (const battle of contacts) {
    const sides = [battle.attackerId, battle.defenderId];
    if (sides.some((id) => blockedIds.has(id) || !world.empires.has(id))) {
      for (const id of sides) blockedIds.add(id);
    } else decideContact(world, battle, battleRandomOf, (gameEvent) => gameEvents.push(gameEvent));
  }
  return gameEvents;
}

function selectEarliest(db: Db, empireIds: string[], until: number): Promise<ContactRow | null> {
  return selectOptional(db, selectEarliestContact, [empireIds, until]);
}

export interface Present {
  now: number;
  /** The earliest due work of any empire, or null. */
  nextDueAt: number | null;
  /** The earliest undecided contact, or null. */
  nextContactAt: number | null;
  /** The earliest end of a battle that is not in the event logs yet, or null. */
  nextEndAt: number | null;
}

const selectPresentStatement = statement(
  'selectPresent',
  `SELECT
     (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms,
     (SELECT min(at) FROM due_empires) AS next_due,
     (SELECT min(contact_at) FROM battles WHERE outcome IS NULL) AS next_contact,
     (SELECT min(end_due_at) FROM battles WHERE end_due_at IS NOT NULL) AS next_end`,
  z.strictObject({
    now_ms: databaseMoment,
    next_due: moment.nullable(),
    next_contact: moment.nullable(),
    next_end: moment.nullable(),
  }),
);

/** The current moment and the next due moments, which are the minima of three indexes. */
export async function selectPresent({ pool, clock }: Pick<WorldDeps, 'pool' | 'clock'>): Promise<Present> {
  const [row] = await select(pool, selectPresentStatement, []);
  if (row === undefined) throw new Error('the database returned no time');
  return {
    now: clock.at(row.now_ms),
    nextDueAt: row.next_due,
    nextContactAt: row.next_contact,
    nextEndAt: row.next_end,
  };
}
