/**
 * Serves static files. Their addresses contain a digest of all files: browsers cache them without limit, and never mix
 * two versions.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';
import { GameError } from '../kernel/errors.ts';
import { compress } from './compression.ts';

/** These come first, in this order; the others follow by name. */
const firstSheets = [
  'tokens',
  'fonts',
  'base',
  'controls',
  'notices',
  'layout',
  'head',
  'stock-bar',
  'sections',
];
const folders = {
  img: 'public/img',
  fonts: 'public/fonts',
  'swagger-ui': 'public/swagger-ui',
  js: 'dist/browser',
};
const cacheOptions = { maxAge: '1y', immutable: true, index: false } as const;

const projectFolder = new URL('../..', import.meta.url);
const folderOf = (name: string): string => fileURLToPath(new URL(name, projectFolder));

const clientFolder = folderOf('dist/clients');

/** Of the build. */
const clients = existsSync(clientFolder) ? readdirSync(clientFolder) : [];

/** The path of the client for npm (`.tgz`) or pip (`.whl`). Its name has a digest of its content. */
export function clientPath(ending: string): string {
  return `/clients/${clients.find((name) => name.endsWith(ending)) ?? ''}`;
}

export interface Assets {
  /** `css/style.css`, `img/icons.svg`, `js/live.js`. */
  address: (path: string) => string;
  router: Router;
}

/** With a web manifest, a phone installs the game. The colours are those of the light scheme (tokens.css). */
function manifestOf(address: Assets['address']): object {
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
    src: address(`img/${name}.png`),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    name: 'Hegemon',
    short_name: 'Hegemon',
    description: 'A strategy game: found cities, raise armies, fight battles that both sides can recompute.',
    lang: 'en',
    id: '/',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#f2ede1',
    theme_color: '#fbf8f1',
    icons: [icon('app-192', 192, 'any'), icon('app-512', 512, 'any'), icon('app-maskable', 512, 'maskable')],
  };
}

function sheetNames(): string[] {
  const names = readdirSync(folderOf('public/css')).map((file) => file.replace('.css', ''));
  const others = names.filter((name) => !firstSheets.includes(name) && name !== 'dark').sort();
  return [...firstSheets, ...others].filter((name) => names.includes(name));
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** Comments and line breaks are a fifth of the compressed size. */
function readSheet(name: string): string {
  const sheet = readFileSync(join(folderOf('public/css'), `${name}.css`), 'utf8');
  return sheet.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\s+/g, ' ');
}

export function createAssets(): Assets {
  const sheets = { style: sheetNames().map(readSheet).join('\n'), dark: readSheet('dark') };
  const digest = createHash('sha256').update(sheets.style).update(sheets.dark);
  for (const file of Object.values(folders).flatMap((name) => listFiles(folderOf(name)))) {
    digest.update(readFileSync(file));
  }
  const version = digest.digest('base64url').slice(0, 10);

  const address: Assets['address'] = (path) => `/assets/${version}/${path}`;
  const manifest = JSON.stringify(manifestOf(address));

  const router = Router();
  router.use('/assets', compress);
  // Another release runs beside this one: this response would stay in caches under its address.
  router.use('/assets/:version', (request, response, next) => {
    if (request.params.version === version) next();
    else {
      response.set('Cache-Control', 'no-store');
      next(new GameError('NOT_FOUND'));
    }
  });
  for (const [name, sheet] of Object.entries(sheets)) {
    router.get(`/assets/:version/css/${name}.css`, (_request, response) => {
      response.set('Cache-Control', 'public, max-age=31536000, immutable').type('css').send(sheet);
    });
  }
  router.get('/robots.txt', (_request, response) =>
    response.sendFile(folderOf('public/robots.txt'), { maxAge: '1h' }),
  );
  // Browsers ask for these names without a link.
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png']) {
    router.get(path, (_request, response) =>
      response.type('png').sendFile(folderOf('public/img/app-192.png'), { maxAge: '1d' }),
    );
  }
  router.get('/docs/api.md', (_request, response) =>
    response.type('txt').sendFile(folderOf('docs/api.md'), { maxAge: '1h' }),
  );
  // Its address decides which pages the worker serves, and must stay the same: browsers look there for a new version.
  router.get('/notifications-worker.js', (_request, response) =>
    response.set('Cache-Control', 'no-cache').sendFile(folderOf('dist/browser/notifications-worker.js')),
  );
  router.get('/manifest.webmanifest', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').type('application/manifest+json').send(manifest);
  });
  for (const [name, folder] of Object.entries(folders)) {
    router.use(`/assets/:version/${name}`, express.static(folderOf(folder), cacheOptions));
  }
  router.use('/clients', express.static(clientFolder, cacheOptions));
  return { address, router };
}
