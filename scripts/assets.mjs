// npm run assets: generates the fonts (public/fonts, public/css/fonts.css) and the icons (public/img/icons.svg) from
// the packages of both font families and of game-icons, and copies the viewer of the API (public/swagger-ui). The results
// are committed; test/repository/assets.test.ts compares them with the output of this file.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { optimize } from 'svgo';
import { glyphsOf, measureFont, tablesOf } from './sfnt.mjs';

const require = createRequire(import.meta.url);
const project = fileURLToPath(new URL('..', import.meta.url));

/** The characters of every page: ASCII and punctuation. */
const latin = range(0x20, 0x7e).join('') + '·×–—‘’“”…•−′″€\u00a0\u2009';
/** Names with accents need the rest of Latin-1. */
const accents =
  range(0xa1, 0xff)
    .filter((sign) => !latin.includes(sign))
    .join('') + '‚„‹›Œœı';
/** Letters of Central European names; too few to justify loading all of Latin Extended. */
const neighbours = '†ŠšŽžŁł';
/** Only Ysabeau has them; Brygada uses its glyphs. */
const arrows = '←→';

const brygada = {
  family: 'Brygada 1918',
  file: 'brygada-1918',
  folder: join(require.resolve('@fontsource-variable/brygada-1918/package.json'), '..'),
};
const ysabeau = {
  family: 'Ysabeau Office',
  file: 'ysabeau-office',
  folder: join(require.resolve('@fontsource-variable/ysabeau-office/package.json'), '..'),
};

/** The faces of the interface. The italic has a single weight, and there is no italic sans. */
const faces = [
  { ...brygada, style: 'normal', axes: { wght: { min: 400, max: 700 } }, weight: '400 700' },
  { ...brygada, style: 'italic', axes: { wght: 500 }, weight: '400 700' },
  { ...ysabeau, style: 'normal', axes: { wght: { min: 400, max: 700 } }, weight: '400 700' },
];
/** Scripts that are copied completely. Browsers load them only if a name contains their characters. */
const scripts = ['latin-ext', 'cyrillic-ext', 'cyrillic', 'greek', 'vietnamese'];

/**
 * Fallback fonts until a face has loaded. `width` is the mean letter width in em, measured on `sample`; for Georgia and
 * Noto Serif it comes from published metrics. size-adjust scales a fallback to the width of its face.
 */
const fallbacks = [
  { of: 0, name: 'Brygada fallback', local: ['Georgia'], weight: '400 500', width: 0.449 },
  {
    of: 0,
    name: 'Brygada fallback',
    local: ['Georgia Bold', 'Georgia-Bold'],
    weight: '600 700',
    width: 0.522,
  },
  {
    of: 1,
    name: 'Brygada fallback',
    local: ['Georgia Italic', 'Georgia-Italic'],
    weight: '400 700',
    width: 0.458,
  },
  {
    of: 0,
    name: 'Brygada on Noto',
    local: ['Noto Serif', 'NotoSerif-Regular'],
    weight: '400 700',
    width: 0.484,
  },
  {
    of: 0,
    name: 'Brygada on Times',
    local: ['Times New Roman', 'Liberation Serif'],
    weight: '400 700',
    width: 0.408,
  },
  {
    of: 2,
    name: 'Ysabeau fallback',
    local: ['Arial', 'Liberation Sans', 'Roboto'],
    weight: '400 700',
    width: 0.449,
  },
];
const sample =
  'The Dominion of the Ninth Gate holds 12 cities; a column of 340 knights and 25 catapults marches on Old ' +
  'Bassano, and will be there in 2 h 41 min. Found a city, raise an army, and keep both.';

/** The icons: the name in the pages, and the name in game-icons. */
const icons = {
  gold: 'two-coins',
  food: 'wheat',
  materials: 'stone-block',
  population: 'person',
  town_hall: 'white-tower',
  farm: 'windmill',
  quarry: 'mine-wagon',
  market: 'scales',
  house: 'house',
  warehouse: 'barrel',
  barracks: 'barracks-tent',
  stable: 'horseshoe',
  workshop: 'anvil',
  wall: 'defensive-wall',
  soldiers: 'broadsword',
  archers: 'high-shot',
  knights: 'horse-head',
  catapults: 'catapult',
  militia: 'pitchfork',
  score: 'laurels',
  seat: 'stone-throne',
  attack: 'crossed-swords',
  defence: 'shield',
  march: 'boot-prints',
  return: 'return-arrow',
  protection: 'peace-dove',
  seed: 'wax-seal',
  army: 'vertical-banner',
  map: 'treasure-map',
  overview: 'compass',
  time: 'hourglass',
  loot: 'knapsack',
  report: 'scroll-unfurled',
  search: 'magnifying-glass',
  messages: 'envelope',
  chat: 'talk',
};

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
}

/** Returns the characters of a font as a CSS unicode-range: `U+20-7E,U+A0`. */
export async function unicodeRangeOf(woff2) {
  const sfnt = await subsetFont(woff2, '', { targetFormat: 'sfnt', keepAllGlyphs: true });
  const ranges = [];
  for (const code of [...glyphsOf(tablesOf(sfnt).cmap).keys()].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range?.last === code - 1) range.last = code;
    else ranges.push({ first: code, last: code });
  }
  const hex = (code) => code.toString(16).toUpperCase();
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join();
}

/** Measures a face at the weight of body text. */
async function measure(face) {
  const options = { targetFormat: 'sfnt', keepAllGlyphs: true, variationAxes: { wght: 500 } };
  return measureFont(await subsetFont(sourceOf(face, 'latin'), '', options), sample);
}

function sourceOf({ folder, file, style }, script) {
  return readFileSync(join(folder, 'files', `${file}-${script}-wght-${style}.woff2`));
}

function faceRule(descriptors) {
  const lines = Object.entries(descriptors).map(([name, value]) => `  ${name}: ${value};\n`);
  return `@font-face {\n${lines.join('')}}\n`;
}

async function fallbackRule({ of, name, local, weight, width }) {
  const face = faces[of];
  const metrics = await measure(face);
  const adjust = metrics.width / width;
  const percent = (ratio) => `${(100 * ratio).toFixed(2)}%`;
  return faceRule({
    'font-family': `'${name}'`,
    'font-style': face.style,
    'font-weight': weight,
    src: local.map((font) => `local('${font}')`).join(', '),
    'size-adjust': percent(adjust),
    'ascent-override': percent(metrics.ascent / adjust),
    'descent-override': percent(metrics.descent / adjust),
    'line-gap-override': '0%',
  });
}

/**
 * Generates the font files by name, and their style sheet. If ranges overlap, the later rule applies, so the smallest
 * files come last.
 */
export async function makeFonts() {
  const files = new Map();
  const rules = [];
  for (const face of faces) {
    const { family, style, weight, folder, file } = face;
    const add = (subset, font, unicodeRange) => {
      const name = `${file}-${subset}${style === 'italic' ? '-italic' : ''}.woff2`;
      files.set(name, font);
      rules.push(
        faceRule({
          'font-family': `'${family}'`,
          'font-style': style,
          'font-weight': weight,
          'font-display': 'swap',
          src: `url('../fonts/${name}') format('woff2')`,
          'unicode-range': unicodeRange.replaceAll(',', ', '),
        }),
      );
    };
    const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
    for (const script of scripts) add(script, sourceOf(face, script), ranges[script]);
    const cut = async (from, script, signs) =>
      subsetFont(sourceOf(from, script), signs, { targetFormat: 'woff2', variationAxes: from.axes });
    const subsets = {
      neighbours: await cut(face, 'latin-ext', neighbours),
      ...(style === 'normal' && { arrows: await cut(faces[2], 'math', arrows) }),
      accents: await cut(face, 'latin', accents),
      latin: await cut(face, 'latin', latin),
    };
    for (const [subset, font] of Object.entries(subsets)) add(subset, font, await unicodeRangeOf(font));
  }
  for (const fallback of fallbacks) rules.push(await fallbackRule(fallback));
  const opening =
    '/* Generated by scripts/assets.mjs: the two font families and their fallbacks until they load. */\n';
  return { files, css: opening + rules.join('') };
}

/** Generates the sprite. Paths are rounded to whole units of their 512-unit grid, which is invisible at 40 pixels. */
export function makeSprite() {
  const drawn = require('@iconify-json/game-icons/icons.json').icons;
  const symbols = Object.entries(icons).map(([id, name]) => {
    const body = drawn[name].body.replaceAll(' fill="currentColor"', '');
    return `<symbol id="${id}" viewBox="0 0 512 512">${body}</symbol>`;
  });
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  return optimize(sprite, { plugins: [{ name: 'convertPathData', params: { floatPrecision: 0 } }] }).data;
}

const viewer = {
  from: join(require.resolve('swagger-ui-dist/package.json'), '..'),
  to: join(project, 'public/swagger-ui'),
};

/** The files of the viewer that are served, with its licences. */
export const viewerFiles = [
  'LICENSE',
  'NOTICE',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css',
];

async function write() {
  const folder = join(project, 'public/fonts');
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) if (/\.(?:woff2|ttf)$/.test(old)) rmSync(join(folder, old));
  const { files, css } = await makeFonts();
  for (const [name, font] of files) writeFileSync(join(folder, name), font);
  writeFileSync(join(project, 'public/css/fonts.css'), css);
  writeFileSync(join(project, 'public/img/icons.svg'), makeSprite());
  mkdirSync(viewer.to, { recursive: true });
  for (const name of viewerFiles) copyFileSync(join(viewer.from, name), join(viewer.to, name));
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) await write();
