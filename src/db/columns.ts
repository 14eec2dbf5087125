/** Column types for row shapes, as the type parsers of pool.ts return them. */
import { z } from 'zod';

/** Postgres accepts any 16 bytes, also unknown versions. */
export const uuid = z.guid();

/** integer or bigint. */
export const integer = z.int();

/** The result of count(*) and rank(). */
export const count = z.int().nonnegative();

/** bigint: milliseconds since 1970. */
export const moment = z.int();

/** float8: the database clock in milliseconds since 1970, with fraction. */
export const databaseMoment = z.number();

/** It does not stand still during a transaction. */
export const nowMsSql = '(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms';

/**
 * The rows of a table that $1 lists as JSON. Because of LIMIT, Postgres expects 10 of them; for 100, it would read
 * tables of some thousand rows as a whole, instead of looking up each row.
 */
export const givenRowsSql = (table: string): string =>
  `(SELECT * FROM json_populate_recordset(NULL::${table}, $1::json) LIMIT json_array_length($1::json))`;

/** timestamptz. */
export const timestamp = z.date();
