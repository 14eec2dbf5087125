/** Settings: defaults, invalid values, unknown names. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeSettings, readConfig, settingNames } from '../src/config.ts';
import { StartError } from '../src/kernel/start-error.ts';
import { describeUnknownSettings } from '../src/server/unknown-settings.ts';

const secret = 'a secret of 16 characters';

describe('readConfig', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      corsOrigins: [],
      databaseUrl: null,
      dataDir: resolve('.data'),
      sessionSecrets: null,
      sessionDays: 30,
      gameSpeed: null,
      worldRadius: null,
      rateLimits: { auth: 5, data: 60, action: 30 },
      failedLogins: 10,
      mail: null,
      pushServices: [],
      registration: 'open',
      operatorContact: null,
      trustProxy: 0,
      metricsPort: null,
      bots: 0,
      botsLevel: 'calm',
      logLevel: 'info',
      logFormat: null,
    });
  });

  it('treats an empty value as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', SESSION_SECRET: '' })).toEqual(readConfig({}));
  });

  it('lists every variable in .env.example with its default', () => {
    const lines = readFileSync('.env.example', 'utf8').match(/^[A-Z_]+=.*$/gm) ?? [];
    const example = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
    expect(readConfig(example)).toEqual(readConfig({}));
    expect(Object.keys(example)).toHaveLength(25);
  });

  it.each([
    [{ SESSION_SECRET: `${secret} 1, ${secret} 2` }, { sessionSecrets: [`${secret} 1`, `${secret} 2`] }],
    [
      { CORS_ORIGINS: 'https://App.example.org/, http://localhost:5173' },
      { corsOrigins: ['https://app.example.org', 'http://localhost:5173'] },
    ],
    [{ PORT: '8080' }, { baseUrl: 'http://localhost:8080' }],
    [{ BASE_URL: 'https://Game.example.org/' }, { baseUrl: 'https://game.example.org' }],
  ])('reads %o as %o', (env, settings) => {
    expect(readConfig(env)).toMatchObject(settings);
  });

  const invalid = {
    PORT: ['65536', '-1', '3e3', '0x50'],
    HOST: ['http://localhost'],
    BASE_URL: [
      'game.example.org',
      'ftp://game.example.org',
      'https://game.example.org/path',
      'https://user@game.example.org',
    ],
    CORS_ORIGINS: ['*', 'https://app.example.org/path', 'https://app.example.org,'],
    DATABASE_URL: ['mysql://localhost/game', 'localhost'],
    SESSION_SECRET: ['too short', `${secret},`],
    SESSION_DAYS: ['0'],
    GAME_SPEED: ['3601', '1.5', 'fast'],
    WORLD_RADIUS: ['9'],
    RATE_LIMIT_AUTH: ['-5'],
    RATE_LIMIT_DATA: ['Infinity'],
    RATE_LIMIT_ACTION: ['off'],
    TRUST_PROXY: ['true'],
    METRICS_PORT: ['0', '65536'],
    BOTS: ['501'],
    BOTS_LEVEL: ['easy'],
    LOG_LEVEL: ['verbose'],
    LOG_FORMAT: ['pretty'],
  };
  it.each(Object.entries(invalid).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'refuses %s=%s in one sentence that names the setting',
    (name, value) => {
      const read = (): unknown => readConfig({ [name]: value });
      expect(read).toThrow(StartError);
      expect(read).toThrow(new RegExp(`^${name} must be (a|an|one of|secrets) .+\\.$`));
    },
  );

  it.each([
    'postgres://user@/db?host=/var/run/postgresql',
    'postgres://user:pass@word@host/db',
    'postgres://user:100%@host/db',
    'postgres://user:pass word@host/db',
    'postgres://user:p%23w@host/db',
    'postgresql:///db?host=/tmp&user=me',
    'postgres://%2Fvar%2Frun%2Fpostgresql/db',
    'postgres://[::1]:5433/db',
    'postgres://host/db?options=-c%20a%3Db@c',
    'socket:/var/run/postgresql?db=game',
    '/var/run/postgresql game',
  ])('accepts the database address %s, as pg does', (address) => {
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  const escapes = 'an address with %23 for #, %2F for / and %3F for ? in user and password';
  const port = 'an address of one host with a port up to 65535';
  it.each([
    ['postgres://user:secret#x@host/db', escapes],
    ['postgres://user:12#x@host/db', escapes],
    ['postgres://user:sec/ret@host/db', escapes],
    ['postgres://user:sec?ret@host/db', escapes],
    ['postgres://user:sec%E9ret@host/db', 'an address with %25 for % in user, password and database'],
    ['postgres://user:secret@host:port/db', port],
    ['postgres://user:secret@[::1]:70000/db', port],
    ['postgres://user:secret@one:5432,two:5432/db', port],
    ['postgres://user:secret@<host>:5432/db', 'an address with the name or IP address of a host'],
    [
      'postgres://host/db?sslrootcert=/no/secret.pem',
      'an address whose sslcert, sslkey and sslrootcert are files that the server can read',
    ],
  ])('says what is wrong with the database address %s', (address, expected) => {
    expect(() => readConfig({ DATABASE_URL: address })).toThrow(
      new StartError(`DATABASE_URL must be ${expected}.`),
    );
  });

  it('does not repeat the value, which may be a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:pass-word@host' })).not.toThrow('pass-word');
  });
});

describe('an unknown setting name', () => {
  const warn = (name: string): string[] => describeUnknownSettings([name], []);
  const warnInFile = (name: string): string[] => describeUnknownSettings([name], [name]);

  it.each([
    ['GAME_SPED', 'GAME_SPEED'],
    ['GAMESPEED', 'GAME_SPEED'],
    ['game_speed', 'GAME_SPEED'],
    ['WORLD_RADUIS', 'WORLD_RADIUS'],
    ['DATABASE_UR', 'DATABASE_URL'],
    ['RATE_LIMIT_ACTIONS', 'RATE_LIMIT_ACTION'],
  ])('%s causes a warning that suggests %s', (name, nearest) => {
    expect(warn(name)).toEqual([`${name} is not a setting; did you mean ${nearest}?`]);
  });

  it.each([
    'PATH',
    'HOME',
    'HOSTNAME',
    'PORTS',
    'POST',
    'BOT',
    'BASE',
    'DATABASE',
    'LOGNAME',
    'TRUST_CA',
    'REDIS_PORT',
    'METRICS_PATH',
    'DATABASE_HOST',
    'SESSION_MANAGER',
    'XDG_DATA_DIRS',
    'NODE_ENV',
  ])('%s in the environment causes no warning', (name) => {
    expect(warn(name)).toEqual([]);
  });

  it.each([
    ['PROT', 'PROT is not a setting; did you mean PORT?'],
    ['ADMIN_EMAIL', 'ADMIN_EMAIL in the file .env is not a setting.'],
  ])('%s in the file .env causes a warning', (name, sentence) => {
    expect(warnInFile(name)).toEqual([sentence]);
  });

  it.each(['POSTGRES_PASSWORD', 'DOMAIN', 'COMPOSE_PROFILES', 'NODE_ENV', 'PGSSLMODE', 'TZ'])(
    '%s in the file .env causes no warning, because other programs use it',
    (name) => {
      expect(warnInFile(name)).toEqual([]);
    },
  );

  it('is never one of the settings', () => {
    expect(describeUnknownSettings(settingNames, settingNames)).toEqual([]);
  });
});

describe('the settings in the log', () => {
  const env = {
    DATABASE_URL: 'postgres://game:pass-word@host:5432/hegemon',
    SESSION_SECRET: secret,
    METRICS_PORT: '9100',
  };

  it('include the public settings', () => {
    expect(describeSettings(readConfig(env))).toMatchObject({ metricsPort: 9100, database: 'given' });
  });

  it('contain no secret', () => {
    expect(JSON.stringify(describeSettings(readConfig(env)))).not.toMatch(/pass-word|a secret/);
  });
});
