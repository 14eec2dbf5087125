/** The kinds of columns that row shapes are built from, as the type parsers of pool.ts deliver them. */
import { z } from 'zod';

/** uuid; Postgres accepts any 16 bytes, also those that RFC 9562 does not define. */
export const id = z.guid();

/** integer or bigint: a safe integer. */
export const integer = z.int();

/** What count(*) and rank() deliver. */
export const count = z.int().nonnegative();

/** bigint: milliseconds since 1970. */
export const moment = z.int();

/** float8: the database's clock in milliseconds since 1970, with their fraction. */
export const databaseMoment = z.number();

/** timestamptz. */
export const timestamp = z.date();
