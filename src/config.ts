/**
 * The settings: every environment variable with its default and its format. No other module reads settings from the
 * environment. An empty value counts as absent. When you change one, update .env.example.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { z } from 'zod';
import type { LogFormat } from './kernel/log.ts';
import { defaultDataDir, environmentFile } from './kernel/installation.ts';
import * as formats from './kernel/setting-formats.ts';
import { StartError } from './kernel/start-error.ts';

export interface Config {
  /** 0: a free port. */
  port: number;
  host: string;
  /** An origin without a trailing slash; http://localhost:<PORT> by default. */
  baseUrl: string;
  /** The other origins whose pages may call the API. */
  corsOrigins: readonly string[];
  /** null: the embedded Postgres. */
  databaseUrl: string | null;
  /** null: the database counts requests. */
  redisUrl: string | null;
  /** Absolute. */
  dataDir: string;
  /** The first secret signs; all verify. null: a generated secret is stored in the database. */
  sessionSecrets: readonly [string, ...string[]] | null;
  sessionDays: number;
  gameSpeed: number;
  /** Tiles from the centre to the edge. */
  worldRadius: number;
  /** Requests per minute; 0: no limit. */
  rateLimits: { auth: number; data: number; action: number };
  /** Failed logins of an account in 15 minutes after which further ones from elsewhere wait; 0: they never wait. */
  failedLogins: number;
  /** How mails are sent; null: the server sends none. */
  mail: { url: string; from: string } | null;
  /** The origins of push services besides those of the browsers. */
  pushServices: readonly string[];
  /** The contact that players can ask for help; null: none. */
  operatorContact: string | null;
  /** Number of proxies in front of this server whose X-Forwarded-For is trusted. */
  trustProxy: number;
  /** null: /metrics is on the game's port, for callers on this machine only. */
  metricsPort: number | null;
  /** Number of bots that the server starts. */
  bots: number;
  logLevel: LogLevel;
  /** null: text on a terminal, otherwise JSON. */
  logFormat: LogFormat | null;
}

export const maxBots = 500;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** An invalid setting. The message names the variable and the expected format, never the value. */
export class ConfigError extends StartError {
  readonly variable: string;

  constructor(variable: string, expected: string) {
    super(`${variable} must be ${expected}.`);
    this.name = 'ConfigError';
    this.variable = variable;
  }
}

const limit = (byDefault: number): z.ZodType<number> => formats.integer(0, 1_000_000, byDefault);

const variables = z.object({
  PORT: formats.integer(0, 65_535, 3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'a host name or an IP address')
    .default('127.0.0.1'),
  BASE_URL: formats.origin.optional(),
  CORS_ORIGINS: formats.originList.default([]),
  DATABASE_URL: formats.postgresUrl.optional(),
  REDIS_URL: formats.redisUrl.optional(),
  DATA_DIR: z
    .string()
    .transform((path) => resolve(path))
    .default(defaultDataDir),
  SESSION_SECRET: formats.secretList.optional(),
  SESSION_DAYS: formats.integer(1, 3650, 30),
  GAME_SPEED: formats.integer(1, 3600, 1),
  WORLD_RADIUS: formats.integer(10, 100_000, 1000),
  RATE_LIMIT_AUTH: limit(5),
  RATE_LIMIT_DATA: limit(60),
  RATE_LIMIT_ACTION: limit(30),
  RATE_LIMIT_FAILED_LOGINS: limit(10),
  SMTP_URL: formats.smtpUrl.optional(),
  MAIL_FROM: formats.sender.optional(),
  PUSH_SERVICES: formats.originList.default([]),
  OPERATOR_CONTACT: formats.line(200).optional(),
  TRUST_PROXY: formats.integer(0, 32, 0),
  METRICS_PORT: formats.optionalInteger(1, 65_535),
  BOTS: formats.integer(0, maxBots, 0),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  LOG_FORMAT: z.enum(['json', 'text'], 'one of json, text').optional(),
});

type Environment = Readonly<Record<string, string | undefined>>;

export const settingNames: readonly string[] = Object.keys(variables.shape);

/** The environment of this process, completed from the .env file, if it exists. */
export function loadEnvironment(): Environment {
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
  return process.env;
}

/** The names in the .env file; none if it does not exist. */
export function readFileNames(): string[] {
  return existsSync(environmentFile) ? Object.keys(parseEnv(readFileSync(environmentFile, 'utf8'))) : [];
}

/** @throws ConfigError for the first invalid variable */
export function readConfig(env: Environment): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const parsed = variables.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(String(issue?.path[0]), issue?.message ?? 'valid');
  }
  const value = parsed.data;
  const baseUrl = value.BASE_URL ?? `http://localhost:${value.PORT}`;
  const from = value.MAIL_FROM ?? `Hegemon <no-reply@${new URL(baseUrl).hostname}>`;
  return {
    port: value.PORT,
    host: value.HOST,
    baseUrl,
    corsOrigins: value.CORS_ORIGINS,
    databaseUrl: value.DATABASE_URL ?? null,
    redisUrl: value.REDIS_URL ?? null,
    dataDir: value.DATA_DIR,
    sessionSecrets: value.SESSION_SECRET ?? null,
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
    operatorContact: value.OPERATOR_CONTACT ?? null,
    trustProxy: value.TRUST_PROXY,
    metricsPort: value.METRICS_PORT ?? null,
    bots: value.BOTS,
    logLevel: value.LOG_LEVEL,
    logFormat: value.LOG_FORMAT ?? null,
  };
}

/** Settings that contain no secret and may be logged. */
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
  'trustProxy',
  'metricsPort',
  'bots',
  'logLevel',
  'logFormat',
] as const satisfies (keyof Config)[];

/** The settings that differ from their defaults, for the log; those with secrets without their values. */
export function describeSettings(config: Config): object {
  const defaults = readConfig({});
  const changed = publicSettings.filter((name) => !isDeepStrictEqual(config[name], defaults[name]));
  return {
    ...Object.fromEntries(changed.map((name) => [name, config[name]])),
    ...(config.mail === null ? {} : { mail: 'on' }),
    ...(config.databaseUrl === null ? {} : { database: 'given' }),
  };
}
