/** Fonts and icons: what is committed is what `npm run assets` makes, and the pages use what the sprite has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildingTypes, resources, stackTypes } from '../../src/contract/vocabulary.ts';

interface Generator {
  makeFonts: () => Promise<{ files: Map<string, Buffer>; css: string }>;
  makeSprite: () => string;
  spareIcons: string[];
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

/** Every text under a folder, by its path. */
function textsUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** The names that views and sources hand to `icon(…)`, `icon:` and `icons.svg#`, and those named after the tables. */
function iconsInUse(): Set<string> {
  const inUse = new Set<string>([...resources, ...buildingTypes, ...stackTypes]);
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
  it('are the committed files, byte for byte', () => {
    const differing = [...fonts.files].filter(
      ([name, font]) => !font.equals(committed(`public/fonts/${name}`)),
    );
    expect(differing.map(([name]) => name)).toEqual([]);
  });

  it('have no other file beside them than their licence', () => {
    expect(readdirSync(join(root, 'public/fonts')).sort()).toEqual(
      ['LICENSE.txt', ...fonts.files.keys()].sort(),
    );
  });

  it('have the committed style sheet', () => {
    expect(committed('public/css/fonts.css').toString()).toBe(fonts.css);
  });

  it('cost at most 54 kB when a page is in English', () => {
    const sizes = [...fonts.files].filter(([name]) => /-latin(-italic)?\.woff2$/.test(name));
    expect(sizes).toHaveLength(3);
    expect(sizes.reduce((sum, [, font]) => sum + font.length, 0)).toBeLessThan(54_000);
  });

  it.each(['Aé×ß', '–—‘’“”…−•œ', '\u00a0\u2009'])('cover %o in each face', async (text) => {
    for (const [name, font] of fonts.files) {
      if (!/-latin(-italic)?\.woff2$/.test(name)) continue;
      const ranges = (await generator.unicodeRangeOf(font)).split(',').map((part) => {
        const [first = '', last = first] = part.slice(2).split('-');
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
  it('are the committed sprite', () => {
    expect(committed('public/img/icons.svg').toString()).toBe(generator.makeSprite());
  });

  it('have each one that a page uses', () => {
    expect([...iconsInUse()].filter((name) => !spriteIds().includes(name))).toEqual([]);
  });

  it('have none that no page uses but the spare ones', () => {
    const known = [...iconsInUse(), ...generator.spareIcons];
    expect(spriteIds().filter((id) => !known.includes(id ?? ''))).toEqual([]);
  });
});
