/**
 * Checks refused requests: the response, and that nothing changed. It compares every row of the world and the accounts as
 * text. The clock moves before the request, so that even storing the advanced state would be detected.
 */
import type { Player, TestGame } from './game.ts';

export interface Refusal {
  status: number;
  code: unknown;
  /** Whether the request changed any row. */
  changed: boolean;
}

/** The refusal a test expects. */
export function refused(status: number, code: string): Refusal {
  return { status, code, changed: false };
}

const tables = ['users', 'sessions', 'empires', 'cities', 'armies', 'battles'] as const;

/** Expired sessions are no rows of the world: an instance deletes them in the background. */
const notExpired = (table: (typeof tables)[number]): string =>
  table === 'sessions' ? 'WHERE t.expire > clock_timestamp()' : '';

const dump = tables
  .map(
    (table) =>
      `(SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t.id), '') FROM ${table} t ${notExpired(table)})`,
  )
  .join(` || E'\\n--\\n' || `);

/** Every row of the world and the accounts, as one text. */
export async function dumpWorld({ instance }: TestGame): Promise<string> {
  const { rows } = await instance.pool.query<{ dump: string }>(`SELECT ${dump} AS dump`);
  return rows[0]?.dump ?? '';
}

/** The rows that only one of two dumps has. */
function changesBetween(before: string, after: string): string[] {
  const [old, present] = [before.split('\n'), after.split('\n')];
  return [...old.filter((row) => !present.includes(row)), ...present.filter((row) => !old.includes(row))];
}

/** What became of a request with an invalid value. */
interface Outcome {
  status: number;
  code: unknown;
  /** Whether the response repeats the value. */
  repeats: boolean;
  changed: string[];
}

/** The outcome that a test expects. */
export const isRefused: Outcome = { status: 400, code: 'VALIDATION_ERROR', repeats: false, changed: [] };

/**
 * Sends a request with an invalid value.
 * @param trace a text that a response with the value would contain; null if it is too short for that
 * @param known the world before, if nothing has changed it since
 */
export async function outcomeOf(
  game: TestGame,
  send: () => Promise<Response>,
  trace: string | null,
  known?: string,
): Promise<Outcome> {
  game.clock.advance(1);
  const before = known ?? (await dumpWorld(game));
  const response = await send();
  const text = await response.text();
  return {
    status: response.status,
    code: (JSON.parse(text) as { code?: unknown }).code,
    repeats: trace !== null && text.includes(trace),
    changed: changesBetween(before, await dumpWorld(game)),
  };
}

/** Sends a request that the server must refuse. */
export async function refusalOf(
  game: TestGame,
  sender: Pick<Player, 'send'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Refusal> {
  game.clock.advance(1);
  const before = await dumpWorld(game);
  const answer = await sender.send<{ code?: unknown }>(method, path, body);
  return {
    status: answer.status,
    code: answer.body.code,
    changed: (await dumpWorld(game)) !== before,
  };
}
