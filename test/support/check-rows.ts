/** Runs before every test file: each row must have the shape that its statement declares. */
import { checkRows } from '../../src/db/pool.ts';

checkRows();
