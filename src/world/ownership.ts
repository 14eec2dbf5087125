/** Commands on objects that the viewer owns. Another player's object gives 403, a missing object gives 404. */
import { z } from 'zod';
import { selectOne, statement, type Db } from '../db/pool.ts';
import type { Army, City, Empire } from '../game/types.ts';
import { GameError } from '../kernel/errors.ts';
import type { Context } from './services.ts';
import type { CommandScope } from './attempt.ts';

const selectExistence = statement('selectExistence', {
  sql: `SELECT CASE $1::text
     WHEN 'empire' THEN EXISTS (SELECT FROM empires WHERE id = $2::uuid)
     WHEN 'city' THEN EXISTS (SELECT FROM cities WHERE id = $2::uuid)
     WHEN 'army' THEN EXISTS (SELECT FROM armies WHERE id = $2::uuid)
     WHEN 'order' THEN EXISTS (
       SELECT FROM cities
       WHERE construction <> '[]' AND construction @> jsonb_build_array(jsonb_build_object('orderId', $2::uuid))
     )
   END AS found`,
  row: z.strictObject({ found: z.boolean() }),
});

type OwnedKind = 'empire' | 'city' | 'army' | 'order';

/** FORBIDDEN if the object exists, else NOT_FOUND. */
export async function notYours(db: Db, kind: OwnedKind, id: string): Promise<GameError> {
  const { found } = await selectOne(db, selectExistence, [kind, id]);
  return new GameError(found ? 'FORBIDDEN' : 'NOT_FOUND');
}

const finders = {
  city: (empire: Empire, id: string): City | undefined => empire.cities.find((city) => city.id === id),
  army: (empire: Empire, id: string): Army | undefined => empire.armies.find((army) => army.id === id),
  /** The city in which the level was ordered. */
  order: (empire: Empire, id: string): City | undefined =>
    empire.cities.find((city) => city.construction.some(({ orderId }) => orderId === id)),
};

type Kind = keyof typeof finders;
type FoundObject<K extends Kind> = NonNullable<ReturnType<(typeof finders)[K]>>;

class NotOwned extends GameError {
  readonly kind: Kind;
  readonly id: string;

  constructor(kind: Kind, id: string) {
    super('NOT_FOUND');
    this.kind = kind;
    this.id = id;
  }
}

/** An order stands for its city. Use it only in commands of the functions below, which map its error. */
export function findOwn<K extends Kind>(empire: Empire, kind: K, id: string): FoundObject<K> {
  const found = finders[kind](empire, id) as FoundObject<K> | undefined;
  if (found === undefined) throw new NotOwned(kind, id);
  return found;
}

/** Throws FORBIDDEN or NOT_FOUND unless the viewer owns the empire. */
export async function requireOwnEmpire({ services, viewer }: Context, empireId: string): Promise<void> {
  if (viewer.empireId !== empireId) throw await notYours(services.pool, 'empire', empireId);
}

/**
 * The command may call `findOwn`. Throws FORBIDDEN or NOT_FOUND for what the viewer does not own, and every error of the
 * command.
 */
export async function executeEmpireCommand<T>(
  context: Context,
  empireId: string,
  command: (scope: CommandScope) => T,
): Promise<T> {
  await requireOwnEmpire(context, empireId);
  const { executeCommand, pool } = context.services;
  try {
    return await executeCommand(empireId, command);
  } catch (error) {
    throw error instanceof NotOwned ? await notYours(pool, error.kind, error.id) : error;
  }
}

/** Throws FORBIDDEN or NOT_FOUND for what the viewer does not own, and every error of the command. */
export async function executeOwnCommand<K extends Kind, T>(
  context: Context,
  kind: K,
  id: string,
  command: (found: FoundObject<K>, scope: CommandScope) => T,
): Promise<T> {
  const { empireId } = context.viewer;
  if (empireId === null) throw await notYours(context.services.pool, kind, id);
  return executeEmpireCommand(context, empireId, (scope) => command(findOwn(scope.empire, kind, id), scope));
}
