// Draws public/img/map-light.svg and map-dark.svg, the picture of the landing page: a part of the western coast of the
// map, with an invented situation. Images cannot use the style sheet of a page, so the colours of public/css/tokens.css
// and dark.css are written into them. Run `npm run build && node scripts/landing-map.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTerrainCache } from '../dist/shared-ui/terrain/cache.js';
import { tileSize } from '../dist/shared-ui/terrain/land.js';
import { terrainSvg } from '../dist/shared-ui/terrain/svg.js';

const project = fileURLToPath(new URL('..', import.meta.url));
const width = 1440;
const height = 500;
const view = { left: -1030, right: -971, bottom: -821, top: -801 };
const corner = { x: (view.left - 0.5) * tileSize, y: -(view.top + 0.5) * tileSize };

/** x, y, name, bastions (0, 4 or 5), pigment, own. */
const cities = [
  { x: -998, y: -812, name: 'Saint-Aubrey-under-the-Cliffs', bastions: 4, pigment: 'own-fill' },
  { x: -990, y: -805, name: 'Vesper Ford', bastions: 5, pigment: 'own-fill' },
  { x: -984, y: -812, name: 'Karst', bastions: 4, pigment: 'own-fill' },
  { x: -975, y: -807, name: 'Thornmere', bastions: 5, pigment: 'pig-1' },
  { x: -975, y: -818, name: 'Ninth Gate', bastions: 5, pigment: 'pig-3' },
  { x: -989, y: -818, name: 'Lower Tarn', bastions: 4, pigment: 'pig-6', isHostile: true },
  { x: -977, y: -812, name: 'Pell', bastions: 0, pigment: 'pig-5' },
];
const marches = [
  { from: cities[1], to: cities[3], at: 0.36, label: 'First Army, 2:53:02', colour: 'own', arm: 'foot' },
  { from: cities[4], to: cities[2], at: 0.4, label: 'Sappers, home 1:26:40', colour: 'own', arm: 'siege' },
  { from: cities[5], to: cities[0], at: 0.45, label: 'Lower Tarn, 0:28:16', colour: 'foe', arm: 'foot' },
];

/** Reads the colour tokens of a scheme. */
function tokensOf(scheme) {
  const sheets = scheme === 'light' ? ['tokens'] : ['tokens', 'dark'];
  const css = sheets.map((name) => readFileSync(join(project, `public/css/${name}.css`), 'utf8')).join('\n');
  return Object.fromEntries([...css.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6})/g)].map((m) => m.slice(1)));
}

/** Adds the styles of public/css/map.css to the terrain layers, as attributes. */
function paintTerrain(svg, token) {
  const line = (colour, strokeWidth, opacity = 1) =>
    `fill="none" stroke="${token[colour]}" stroke-width="${strokeWidth}"${opacity < 1 ? ` opacity="${opacity}"` : ''}`;
  const hachures = (strokeWidth, dashes) =>
    `${line('map-ink', strokeWidth, 0.55)} stroke-dasharray="${dashes}"`;
  const lettering = (size, more) =>
    `font-size="${size}" fill="${token['map-ink']}" stroke="${token['map-halo']}" stroke-width="3" stroke-linejoin="round" paint-order="stroke" ${more}`;
  const styles = {
    land: `fill="${token['map-land']}"`,
    wood: `fill="${token['map-wood']}"`,
    h1: `fill="${token['map-h1']}"`,
    h2: `fill="${token['map-h2']}"`,
    lake: `fill="${token['map-sea']}"`,
    sea: `fill="${token['map-sea']}"`,
    'hachures s1': hachures(6.5, '0.8 6.6 0.8 7.4 0.8 6 0.8 7'),
    'hachures s2': hachures(9.5, '0.8 5.6 0.8 6.3 0.8 5.2'),
    'hachures s3': hachures(12.5, '0.8 4.4 0.8 5 0.8 4.2'),
    trees: line('map-ink', 0.9, 0.42),
    river: line('map-river', 1.2),
    'river broad': line('map-river', 2.1),
    'waterline w1': line('map-river', 0.9, 0.75),
    'waterline w2': line('map-river', 0.9, 0.45),
    'waterline w3': line('map-river', 0.9, 0.25),
    shore: line('map-ink', 1.4),
  };
  const names = {
    region: lettering(15, 'letter-spacing="6.3"'),
    river: lettering(12, 'font-style="italic"'),
    lake: lettering(12, 'font-style="italic"'),
  };
  return svg
    .replace(/<text class="(\w+)"/g, (_match, name) => `<text ${names[name]}`)
    .replace(/class="([\w ]+)"/g, (_match, name) => styles[name] ?? '');
}

const point = (tile) => ({
  x: Math.round(tile.x * tileSize - corner.x),
  y: Math.round(-tile.y * tileSize - corner.y),
});

/** Returns the path of a city's walls. */
function planOf(bastions, radius) {
  const at = (r, angle) => `${(r * Math.sin(angle)).toFixed(1)} ${(-r * Math.cos(angle)).toFixed(1)}`;
  const half = Math.PI / bastions;
  return Array.from({ length: bastions }, (_, index) => {
    const a = index * 2 * half + (bastions === 4 ? half : 0);
    return [
      at(radius * 0.66, a - half * 0.46),
      at(radius * 0.8, a - half * 0.5),
      at(radius * 1.08, a),
      at(radius * 0.8, a + half * 0.5),
      at(radius * 0.66, a + half * 0.46),
    ].join('L');
  }).join('L');
}

function drawCity({ name, bastions, pigment, isHostile, ...tile }, token) {
  const { x, y } = point(tile);
  const ink = `stroke="${token.ink}" stroke-linejoin="round"`;
  const ring = isHostile
    ? `<circle r="18" fill="none" stroke="${token.foe}" stroke-width="1.6" stroke-dasharray="3 3"/>`
    : '';
  const walls =
    bastions === 0
      ? `<circle r="6.5" fill="${token.sheet}" ${ink} stroke-width="1.4"/>`
      : `<path d="M${planOf(bastions, bastions === 4 ? 12 : 15)}z" fill="${token.sheet}" ${ink} stroke-width="1.4"/>`;
  const isOwn = pigment === 'own-fill';
  return (
    `<g transform="translate(${x} ${y})">${ring}${walls}<circle r="2.4" fill="${isOwn ? token.own : token.ink}"/>` +
    `<path d="M0-3V-31" ${ink} stroke-width="1.4"/><path d="M0-30h18l-4 5.75 4 5.75h-18z" fill="${token[pigment]}" ${ink}/>` +
    `<text y="${bastions === 5 ? 29 : 25}" font-size="${bastions === 5 ? 14 : 12.5}" font-weight="${bastions === 5 ? 600 : 500}" fill="${isOwn ? token.own : token.ink}" stroke="${token['map-halo']}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${name}</text></g>`
  );
}

function drawMarch({ from, to, at, label, colour, arm }, token) {
  const [a, b] = [point(from), point(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const on = (distance) => ({ x: a.x + ux * distance, y: a.y + uy * distance });
  const write = ({ x, y }) => `${x.toFixed(0)} ${y.toFixed(0)}`;
  const [start, here, end] = [on(18), on(length * at), on(length - 20)];
  const wing = (side) => `l${(-ux * 8 - side * uy * 5).toFixed(1)} ${(-uy * 8 + side * ux * 5).toFixed(1)}`;
  const hours = [];
  for (let ahead = length * at + 4 * tileSize; ahead < length - 36; ahead += 4 * tileSize) {
    const { x, y } = on(ahead);
    hours.push(`M${write({ x: x - uy * 6, y: y + ux * 6 })}L${write({ x: x + uy * 6, y: y - ux * 6 })}`);
  }
  const stroke = `fill="none" stroke="${token[colour]}"`;
  const mark = arm === 'foot' ? 'M-12-6.5L12 6.5M-12 6.5L12-6.5' : 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0';
  return (
    `<path d="M${write(start)}L${write(here)}" ${stroke} stroke-width="2" stroke-dasharray="1.5 4" opacity=".45"/>` +
    `<path d="M${write(here)}L${write(end)}" ${stroke} stroke-width="2" stroke-dasharray="7 4"/>` +
    `<path d="M${write(end)}${wing(1)}M${write(end)}${wing(-1)}${hours.join('')}" ${stroke} stroke-width="1.6"/>` +
    `<g transform="translate(${write(here)})"><path d="M-12-6.5h24v13h-24z" fill="${token[`${colour}-fill`]}" stroke="${token[colour]}" stroke-width="1.8"/>` +
    `<path d="${mark}" fill="none" stroke="${token[`on-${colour}`]}" stroke-width="1.3"/>` +
    `<text y="-13" font-size="12" font-style="italic" fill="${token[colour]}" stroke="${token['map-halo']}" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke">${label}</text></g>`
  );
}

/** Draws lines of bearing from a point in the sea, clipped at the shore. */
function drawBearings(svg, token) {
  const sea = /<g class="sea">(.*?)<\/g>/.exec(svg)?.[1] ?? '';
  const from = { x: corner.x + 300, y: corner.y + 445 };
  const rays = Array.from({ length: 16 }, (_, index) => {
    const angle = (index / 16) * 2 * Math.PI;
    return `M${from.x} ${from.y}l${Math.round(900 * Math.sin(angle))} ${Math.round(-900 * Math.cos(angle))}`;
  });
  return (
    `<clipPath id="sea">${sea}</clipPath><path clip-path="url(#sea)" d="${rays.join('')}" fill="none" ` +
    `stroke="${token['map-river']}" stroke-width=".7" opacity=".5"/>`
  );
}

const terrain = terrainSvg(createTerrainCache(1000, 40), view, 'full');
for (const scheme of ['light', 'dark']) {
  const token = tokensOf(scheme);
  const land = paintTerrain(terrain, token);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif" text-anchor="middle">` +
    `<g transform="translate(${-corner.x} ${-corner.y})">${land}${drawBearings(terrain, token)}</g>` +
    marches.map((march) => drawMarch(march, token)).join('') +
    cities.map((city) => drawCity(city, token)).join('') +
    `</svg>\n`;
  const path = join(project, `public/img/map-${scheme}.svg`);
  writeFileSync(path, svg);
  console.log(`${path}: ${(svg.length / 1000).toFixed(1)} kB`);
}
