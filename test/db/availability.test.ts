/** Database errors: unavailability becomes UNAVAILABLE, bugs become INTERNAL. */
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { toGameError } from '../../src/http/error-handler.ts';
import { StartError } from '../../src/kernel/start-error.ts';
import { useOne } from '../support/game.ts';
import { createTestDatabase } from '../support/database.ts';

const withCode = (code: string): Error => Object.assign(new Error('a message'), { code });
const codeOf = (error: unknown): string => toGameError(error).code;

describe('the database is unavailable', () => {
  it.each([
    '08000',
    '08001',
    '08006',
    '08P01',
    '28000',
    '28P01',
    '3D000',
    '55000',
    '25006',
    '53000',
    '53100',
    '53200',
    '53300',
    '53400',
    '57000',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '57P04',
    '57P05',
    '58000',
    '58030',
  ])('for SQLSTATE %s', (state) => {
    expect(codeOf(withCode(state))).toBe('UNAVAILABLE');
  });

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'ENETRESET',
    'EADDRNOTAVAIL',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EAI_FAIL',
    'EAI_NODATA',
  ])('for errno %s', (errno) => {
    expect(codeOf(withCode(errno))).toBe('UNAVAILABLE');
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('for the pg error "%s"', (message) => {
    expect(codeOf(new Error(message))).toBe('UNAVAILABLE');
  });

  it('if every address of its host refuses the connection', () => {
    expect(codeOf(new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')]))).toBe(
      'UNAVAILABLE',
    );
  });

  it('while a world is restored into it', () => {
    expect(codeOf(new StartError('A world is being restored.'))).toBe('UNAVAILABLE');
  });
});

describe('the database is available', () => {
  it.each(['23505', '23503', '22P02', '25P02', '42601', '42P01', 'XX000', 'ENOENT', 'EACCES'])(
    'for %s',
    (code) => {
      expect(codeOf(withCode(code))).toBe('INTERNAL');
    },
  );

  it.each(['40001', '40P01', '55P03'])('and busy for %s', (code) => {
    expect(codeOf(withCode(code))).toBe('BUSY');
  });

  it.each([
    ['a bug', new TypeError('undefined is not a function')],
    ['a thrown string', 'Connection terminated'],
  ])('for %s', (_kind, error) => {
    expect(codeOf(error)).toBe('INTERNAL');
  });
});

describe('Postgres refuses a connection', () => {
  const database = useOne(createTestDatabase, (created) => created.drop());

  const refusalOf = async (url: string): Promise<unknown> => {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    const error: unknown = await client.connect().catch((thrown: unknown) => thrown);
    await client.end();
    return [(error as { code?: string }).code, codeOf(error)];
  };
  const withChange = (change: Partial<URL>): string => Object.assign(new URL(database.url), change).href;

  it('because the database does not exist: UNAVAILABLE', async () => {
    expect(await refusalOf(withChange({ pathname: '/gone' }))).toEqual(['3D000', 'UNAVAILABLE']);
  });

  it('because the database allows no connections: UNAVAILABLE', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const owner = new pg.Client(inject('testServer').url);
    await owner.connect();
    await owner.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    const refusal = await refusalOf(database.url);
    await owner.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await owner.end();
    expect(refusal).toEqual(['55000', 'UNAVAILABLE']);
  });
});
