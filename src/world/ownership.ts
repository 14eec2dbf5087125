/** Acting on what is one's own: tells what belongs to somebody else (403) from what does not exist (404). */
import { z } from 'zod';
import { selectOptional, statement, type Db } from '../db/pool.ts';
import type { Army, City, Empire } from '../game/types.ts';
import { GameError } from '../kernel/errors.ts';
import type { Services } from './execute-command.ts';
import type { CommandScope } from './empire-transaction.ts';

const selectExistence = statement(
  'selectExistence',
  `SELECT CASE $1::text
     WHEN 'empire' THEN EXISTS (SELECT FROM empires WHERE id = $2::uuid)
     WHEN 'city' THEN EXISTS (SELECT FROM cities WHERE id = $2::uuid)
     WHEN 'army' THEN EXISTS (SELECT FROM armies WHERE id = $2::uuid)
     WHEN 'order' THEN EXISTS (
       SELECT FROM cities
       WHERE construction <> '[]' AND construction @> jsonb_build_array(jsonb_build_object('orderId', $2::uuid))
     )
   END AS found`,
  z.strictObject({ found: z.boolean() }),
);

type OwnedKind = 'empire' | 'city' | 'army' | 'order';

/** FORBIDDEN when there is such a thing (then it is somebody else's), else NOT_FOUND. */
export async function notYours(db: Db, kind: OwnedKind, id: string): Promise<GameError> {
  const row = await selectOptional(db, selectExistence, [kind, id]);
  return new GameError(row?.found === true ? 'FORBIDDEN' : 'NOT_FOUND');
}

const finders = {
  city: (empire: Empire, id: string): City | undefined => empire.cities.find((city) => city.id === id),
  army: (empire: Empire, id: string): Army | undefined => empire.armies.find((army) => army.id === id),
  /** The city in which it was ordered. */
  order: (empire: Empire, id: string): City | undefined =>
    empire.cities.find((city) => city.construction.some(({ orderId }) => orderId === id)),
};

type Kind = keyof typeof finders;
type FoundObject<K extends Kind> = NonNullable<ReturnType<(typeof finders)[K]>>;

/** Thrown inside a command by what looks for something of its own in vain. */
class NotOwned extends GameError {
  readonly kind: Kind;
  readonly id: string;

  constructor(kind: Kind, id: string) {
    super('NOT_FOUND');
    this.kind = kind;
    this.id = id;
  }
}

/** The empire's own city, army, or city of an order; only inside a command of `executeOwnCommand`, which says why not. */
export function findOwn<K extends Kind>(empire: Empire, kind: K, id: string): FoundObject<K> {
  const found = finders[kind](empire, id) as FoundObject<K> | undefined;
  if (found === undefined) throw new NotOwned(kind, id);
  return found;
}

/**
 * Performs a command on something the caller owns. Throws FORBIDDEN or NOT_FOUND when it is not his, and
 * whatever the command throws.
 */
export async function executeOwnCommand<K extends Kind, T>(
  services: Services,
  empireId: string | null,
  kind: K,
  id: string,
  command: (found: FoundObject<K>, scope: CommandScope) => T,
): Promise<T> {
  if (empireId === null) throw await notYours(services.pool, kind, id);
  try {
    return await services.executeCommand(empireId, (scope) =>
      command(findOwn(scope.empire, kind, id), scope),
    );
  } catch (error) {
    throw error instanceof NotOwned ? await notYours(services.pool, error.kind, error.id) : error;
  }
}
