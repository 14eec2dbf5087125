/** What `npm run assets` makes: the committed files match its output, and pages and sprite use the same icons. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildingTypes, resources, stackTypes } from '../../src/contract/vocabulary.ts';

interface Generator {
  makeFonts: () => Promise<{ files: Map<string, Buffer>; css: string }>;
  makeSprite: () => string;
  viewerFiles: string[];
  unicodeRangeOf: (woff2: Buffer) => Promise<string>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const committed = (path: string) => readFileSync(join(root, path));

let generator: Generator;
let fonts: Awaited<ReturnType<Generator['makeFonts']>>;
beforeAll(async () => {
  generator = (await import(new URL('../../scripts/assets.mjs', import.meta.url).href)) as Generator;
  fonts = await generator.makeFonts();
});

/** Reads every file under a folder. */
function textsUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** The icons in `icon(…)`, `icon:` and `icons.svg#` of views and sources, in the list of head.ejs, and of the vocabulary. */
function iconsInUse(): Set<string> {
  const inUse = new Set<string>([...resources, ...buildingTypes, ...stackTypes, 'messages', 'chat']);
  for (const text of [...textsUnder('views'), ...textsUnder('src')]) {
    for (const [, name] of text.matchAll(/icons\.svg#([a-z_]+)/g)) inUse.add(name ?? '');
    for (const [, chosen] of text.matchAll(/\bicon(?:\(|: )([^,;{}()]*)/g)) {
      const outcomes = (chosen ?? '').replaceAll(/[=!]==\s*'[^']*'/g, '');
      for (const [, name] of outcomes.matchAll(/'([a-z_]+)'/g)) inUse.add(name ?? '');
    }
  }
  return inUse;
}

const spriteIds = () =>
  [
    ...committed('public/img/icons.svg')
      .toString()
      .matchAll(/<symbol id="([a-z_]+)"/g),
  ].map(([, id]) => id);

describe('the fonts', () => {
  it('match the committed files, byte for byte', () => {
    const differing = [...fonts.files].filter(
      ([name, font]) => !font.equals(committed(`public/fonts/${name}`)),
    );
    expect(differing.map(([name]) => name)).toEqual([]);
  });

  it('match the committed style sheet', () => {
    expect(committed('public/css/fonts.css').toString()).toBe(fonts.css);
  });

  it.each([
    ['latin', 'A×·–—‘’“”…−•\u00a0\u2009'],
    ['accents', 'éßÆœ'],
  ])('named %s cover %o in each face', async (subset, text) => {
    const chosen = [...fonts.files].filter(([name]) =>
      new RegExp(`-${subset}(-italic)?\\.woff2$`).test(name),
    );
    expect(chosen).toHaveLength(3);
    for (const [, font] of chosen) {
      const ranges = (await generator.unicodeRangeOf(font)).split(',').map((range) => {
        const [first = '', last = first] = range.slice(2).split('-');
        return [parseInt(first, 16), parseInt(last, 16)] as const;
      });
      for (const letter of text) {
        const code = letter.codePointAt(0) ?? 0;
        expect(ranges.some(([first, last]) => first <= code && code <= last)).toBe(true);
      }
    }
  });
});

describe('the icons', () => {
  it('match the committed sprite', () => {
    expect(committed('public/img/icons.svg').toString()).toBe(generator.makeSprite());
  });

  it('include every icon that a page uses', () => {
    expect([...iconsInUse()].filter((name) => !spriteIds().includes(name))).toEqual([]);
  });

  it('include no unused icon', () => {
    expect(spriteIds().filter((id) => !iconsInUse().has(id ?? ''))).toEqual([]);
  });
});

describe('the viewer of the API', () => {
  it('is that of the installed package, with its licences', () => {
    expect(readdirSync(join(root, 'public/swagger-ui')).sort()).toEqual([...generator.viewerFiles].sort());
    const differing = generator.viewerFiles.filter(
      (name) =>
        !committed(`node_modules/swagger-ui-dist/${name}`).equals(committed(`public/swagger-ui/${name}`)),
    );
    expect(differing).toEqual([]);
  });
});
