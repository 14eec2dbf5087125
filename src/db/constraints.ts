/** The one place where a named constraint becomes the refusal a caller reads. */
import { GameError, type ErrorCode } from '../kernel/errors.ts';

const codes: Partial<Record<string, ErrorCode>> = {
  empires_owner_unique: 'EMPIRE_EXISTS',
  empires_name_unique: 'NAME_TAKEN',
  cities_name_unique: 'NAME_TAKEN',
  cities_location_unique: 'LOCATION_TAKEN',
  cities_distance: 'TOO_CLOSE',
  // The empire of the target was deleted while the attack was ordered.
  battles_defender_id_fkey: 'NOT_FOUND',
  chronicles_empire_id_fkey: 'NOT_FOUND',
};

/** The name of the constraint that an error of Postgres is about, or null. */
export function constraintOf(error: unknown): string | null {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}

/** The refusal for a violated constraint of ours; every other error as it is. */
export function translateConstraint(error: unknown): unknown {
  const code = codes[constraintOf(error) ?? ''];
  return code === undefined ? error : new GameError(code);
}
