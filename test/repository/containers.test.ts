/** Static checks of the container files. No container engine runs them here. */
import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const read = (path: string): string => readFileSync(path, 'utf8');
const compose = read('docker-compose.yml');
const dockerfile = read('Dockerfile');

const duration = z.string().regex(/^\d+s$/);
const service = z.strictObject({
  image: z.string().optional(),
  build: z.literal('.').optional(),
  init: z.boolean().optional(),
  profiles: z.array(z.string()).optional(),
  restart: z.literal('unless-stopped'),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
  command: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  stop_grace_period: duration.optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.array(z.string()),
        interval: duration,
        timeout: duration,
        retries: z.number(),
      }),
    ])
    .optional(),
});
const file = z
  .strictObject({
    'x-logging': z.unknown(),
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(compose, { merge: true }));
const services = Object.entries(file.services);
const settings = [...read('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
const ownDefaults = ['HOST', 'PORT', 'DATABASE_URL'];

describe('docker-compose.yml', () => {
  it('asks no registry for the image of the server', () => {
    const built = services.filter(([, { build }]) => build !== undefined);
    expect(built.map(([name, { image }]) => [name, image])).toEqual([
      ['app', undefined],
      ['instance', undefined],
      ['bots', undefined],
    ]);
  });

  it('starts the server and Postgres alone, without a profile', () => {
    expect(services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name)).toEqual([
      'postgres',
      'app',
    ]);
  });

  it('publishes one port of each way in, and none of Postgres', () => {
    const open = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(open).toEqual([
      ['app', '${PORT:-3000}:${PORT:-3000}'],
      ['balancer', '${BALANCER_PORT:-8080}:8080'],
      ['caddy', '80:80'],
      ['caddy', '443:443'],
    ]);
  });

  it('prints the address of the published port', () => {
    const [app, instance] = [file.services.app?.environment, file.services.instance?.environment];
    // Without BASE_URL, it is http://localhost:PORT.
    expect(app).toMatchObject({ PORT: '${PORT:-3000}', BASE_URL: '${BASE_URL:-}' });
    const ofBalancer = 'http://localhost:${BALANCER_PORT:-8080}';
    expect(instance).toMatchObject({ PORT: 3000, BASE_URL: `\${BASE_URL:-${ofBalancer}}` });
    // The balancer finds the instances on their port.
    expect(read('deploy/instances-dns.cfg')).toContain(' instance:3000\n');
  });

  it('believes X-Forwarded-For only where the balancer alone can connect', () => {
    const proxies = services.map(([name, { environment }]) => [name, environment?.TRUST_PROXY]);
    expect(Object.fromEntries(proxies)).toMatchObject({ app: '${TRUST_PROXY:-}', instance: 1 });
    expect(file.services.instance?.ports).toEqual([]);
  });

  it('passes on every setting', () => {
    const environment = { ...file.services.app?.environment, ...file.services.bots?.environment };
    const own = settings.filter(
      (name) => !['DATA_DIR', 'POSTGRES_PASSWORD', 'BALANCER_PORT', 'DOMAIN'].includes(name),
    );
    expect(own.filter((name) => !(name in environment))).toEqual([]);
    const wrong = own.filter(
      (name) => !ownDefaults.includes(name) && !String(environment[name]).startsWith(`\${${name}:`),
    );
    expect(wrong).toEqual([]);
  });

  it('uses only variables that .env.example lists', () => {
    const used = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name ?? '');
    expect(used.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('needs no variable', () => {
    expect(compose.match(/\$\{?[A-Z_]+(?![A-Z_]|:-)/g)).toBeNull();
  });
});

describe('Dockerfile', () => {
  it('passes its linter', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  it('excludes sources and build tools from the image', () => {
    const copied = [...image.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)].map(([, from]) => from);
    const data = ['migrations', 'views', 'docs/api.md docs/settings.md', 'documents', 'public'];
    expect(copied).toEqual(['package.json CHANGELOG.md', ...data, '/app/node_modules', '/app/dist']);
  });

  it('runs as an unprivileged user', () => {
    expect(image).toContain('\nUSER node\n');
  });

  it('gets exactly the files that it copies', () => {
    const [all, ...included] = read('.dockerignore').trim().split('\n');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from]) =>
      (from ?? '').split(' '),
    );
    expect(all).toBe('*');
    expect(included.map((line) => line.slice(1)).sort()).toEqual([...new Set(copied)].sort());
  });
});
