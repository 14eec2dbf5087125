/** Maps named constraints to refusals. */
import { GameError, type ErrorCode } from '../kernel/errors.ts';

const codes: Partial<Record<string, ErrorCode>> = {
  users_email_unique: 'DUPLICATE_ACCOUNT',
  empires_owner_unique: 'EMPIRE_EXISTS',
  empires_name_unique: 'NAME_TAKEN',
  alliances_name_unique: 'NAME_TAKEN',
  alliances_tag_unique: 'NAME_TAKEN',
  cities_name_unique: 'NAME_TAKEN',
  sessions_token_name_unique: 'NAME_TAKEN',
  cities_location_unique: 'LOCATION_TAKEN',
  cities_not_on_seats: 'LOCATION_TAKEN',
  cities_distance: 'TOO_CLOSE',
  cities_distance_to_seats: 'TOO_CLOSE',
  // The empire was deleted while the attack was being ordered.
  battles_defender_id_fkey: 'NOT_FOUND',
  event_logs_empire_id_fkey: 'NOT_FOUND',
  // The battle was called off 30 days ago and was deleted meanwhile.
  battle_shares_battle: 'NOT_FOUND',
  alliance_candidates_empire: 'NOT_FOUND',
  admin_actions_role: 'FORBIDDEN',
  // The other player was deleted meanwhile.
  threads_first: 'NOT_FOUND',
  threads_second: 'NOT_FOUND',
  thread_members_user: 'NOT_FOUND',
  blocks_blocked: 'NOT_FOUND',
  sessions_valid: 'AUTH_REQUIRED',
  blocks_blocker: 'AUTH_REQUIRED',
  battle_shares_user: 'AUTH_REQUIRED',
  idempotency_keys_user_id_fkey: 'AUTH_REQUIRED',
  messages_author: 'AUTH_REQUIRED',
  reporters_reporter: 'AUTH_REQUIRED',
  // Another request with this key was first. Its response replaces this refusal, unless it was deleted, too.
  idempotency_keys_pkey: 'AUTH_REQUIRED',
};

const details: Partial<Record<string, string>> = {
  users_email_unique: 'the e-mail belongs to another account',
  sessions_token_name_unique: 'another token of yours has this name',
};

export function constraintOf(error: unknown): string | null {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}

/** Returns other errors unchanged. */
export function translateConstraint(error: unknown): unknown {
  const constraint = constraintOf(error) ?? '';
  const code = codes[constraint];
  return code === undefined ? error : new GameError(code, details[constraint]);
}
