/**
 * The settings: every environment variable with its default and format. No other module reads settings from the
 * environment. An empty value counts as absent.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { z } from 'zod';
import { botLevels } from './bots/mind/temperament.ts';
import { defaultDataDir, environmentFile } from './kernel/installation.ts';
import * as formats from './kernel/setting-formats.ts';
import { StartError } from './kernel/start-error.ts';

export const maxBots = 500;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const limit = (byDefault: number): z.ZodType<number> => formats.integer(0, 1_000_000, byDefault);

const variables = z.object({
  /** 0: a free port. */
  PORT: formats.integer(0, 65_535, 3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'a host name or an IP address')
    .default('127.0.0.1'),
  /** Without a trailing slash; http://localhost:<PORT> by default. */
  BASE_URL: formats.origin.optional(),
  /** Other origins whose pages may call the API. */
  CORS_ORIGINS: formats.originList.default([]),
  /** null: the embedded Postgres. */
  DATABASE_URL: formats.postgresUrl.nullable().default(null),
  /** Absolute. */
  DATA_DIR: z
    .string()
    .transform((path) => resolve(path))
    .default(defaultDataDir),
  /** The first secret signs; all verify. null: a generated one in the database. */
  SESSION_SECRET: formats.secretList.nullable().default(null),
  SESSION_DAYS: formats.integer(1, 3650, 30),
  /** null: that of the world. */
  GAME_SPEED: formats.optionalInteger(1, 3600).transform((speed) => speed ?? null),
  /** Tiles from the centre to the edge; null: that of the world. */
  WORLD_RADIUS: formats.optionalInteger(10, 100_000).transform((radius) => radius ?? null),
  /** Requests per minute; 0: no limit. */
  RATE_LIMIT_AUTH: limit(5),
  RATE_LIMIT_DATA: limit(60),
  RATE_LIMIT_ACTION: limit(30),
  /** See `AccountDeps.failedLogins`. */
  RATE_LIMIT_FAILED_LOGINS: limit(10),
  /** Without one, the server sends no mails. */
  SMTP_URL: formats.smtpUrl.optional(),
  MAIL_FROM: formats.sender.optional(),
  /** Besides those of the browsers. */
  PUSH_SERVICES: formats.originList.default([]),
  /** Who may register: everybody, those with a link of the operator, or nobody. */
  REGISTRATION: z.enum(['open', 'invite', 'closed'], 'one of open, invite, closed').default('open'),
  /** null: none. */
  OPERATOR_CONTACT: formats.line(200).nullable().default(null),
  /** Proxies whose X-Forwarded-For is trusted. */
  TRUST_PROXY: formats.integer(0, 32, 0),
  /** null: on the game's port, for callers on this machine only. */
  METRICS_PORT: formats.optionalInteger(1, 65_535).transform((port) => port ?? null),
  BOTS: formats.integer(0, maxBots, 0),
  BOTS_LEVEL: z.enum(botLevels, `one of ${botLevels.join(', ')}`).default('calm'),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  /** null: text on a terminal, otherwise JSON. */
  LOG_FORMAT: z.enum(['json', 'text'], 'one of json, text').nullable().default(null),
});

type Environment = Readonly<Record<string, string | undefined>>;

export const settingNames: readonly string[] = Object.keys(variables.shape);

/** With the .env file, if it exists. */
export function loadEnvironment(): Environment {
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
  return process.env;
}

/** None if the .env file does not exist. */
export function readFileNames(): string[] {
  return existsSync(environmentFile) ? Object.keys(parseEnv(readFileSync(environmentFile, 'utf8'))) : [];
}

/** Throws a StartError for the first invalid variable; it names the expected format, never the value. */
export function readConfig(env: Environment) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const parsed = variables.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${String(issue?.path[0])} must be ${issue?.message ?? 'valid'}.`);
  }
  const value = parsed.data;
  const baseUrl = value.BASE_URL ?? `http://localhost:${value.PORT}`;
  const from = value.MAIL_FROM ?? `Hegemon <no-reply@${new URL(baseUrl).hostname}>`;
  return {
    port: value.PORT,
    host: value.HOST,
    baseUrl,
    corsOrigins: value.CORS_ORIGINS,
    databaseUrl: value.DATABASE_URL,
    dataDir: value.DATA_DIR,
    sessionSecrets: value.SESSION_SECRET,
    sessionDays: value.SESSION_DAYS,
    gameSpeed: value.GAME_SPEED,
    worldRadius: value.WORLD_RADIUS,
    rateLimits: {
      auth: value.RATE_LIMIT_AUTH,
      data: value.RATE_LIMIT_DATA,
      action: value.RATE_LIMIT_ACTION,
    },
    failedLogins: value.RATE_LIMIT_FAILED_LOGINS,
    mail: value.SMTP_URL === undefined ? null : { url: value.SMTP_URL, from },
    pushServices: value.PUSH_SERVICES,
    registration: value.REGISTRATION,
    operatorContact: value.OPERATOR_CONTACT,
    trustProxy: value.TRUST_PROXY,
    metricsPort: value.METRICS_PORT,
    bots: value.BOTS,
    botsLevel: value.BOTS_LEVEL,
    logLevel: value.LOG_LEVEL,
    logFormat: value.LOG_FORMAT,
  };
}

export type Config = ReturnType<typeof readConfig>;

/** They contain no secret and may be logged. */
const publicSettings = [
  'port',
  'host',
  'baseUrl',
  'corsOrigins',
  'sessionDays',
  'gameSpeed',
  'worldRadius',
  'rateLimits',
  'failedLogins',
  'pushServices',
  'registration',
  'trustProxy',
  'metricsPort',
  'bots',
  'botsLevel',
  'logLevel',
  'logFormat',
] as const satisfies (keyof Config)[];

/** Settings that differ from their defaults, for the log; secrets without their values. */
export function describeSettings(config: Config): object {
  const defaults = readConfig({});
  const changed = publicSettings.filter((name) => !isDeepStrictEqual(config[name], defaults[name]));
  return {
    ...Object.fromEntries(changed.map((name) => [name, config[name]])),
    ...(config.mail === null ? {} : { mail: 'on' }),
    ...(config.databaseUrl === null ? {} : { database: 'given' }),
  };
}
