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

/** Expired sessions are no rows of the world: an instance prunes them in the background, for the first time at its start. */
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
export function changesBetween(before: string, after: string): string[] {
  const [old, present] = [before.split('\n'), after.split('\n')];
  return [...old.filter((row) => !present.includes(row)), ...present.filter((row) => !old.includes(row))];
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
