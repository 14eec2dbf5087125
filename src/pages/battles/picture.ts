/** The picture of a battle that other programs show beside its public link: both sides, the result and the losses. */
import ejs from 'ejs';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { toBattleView } from '../../battle/present.ts';
import { selectReport } from '../../battle/shares.ts';
import { uuid } from '../../contract/text.ts';
import { countOfAll, stripOf } from '../../shared-ui/strength.ts';
import { group } from '../../shared-ui/words.ts';
import type { PageDeps } from '../framework/page.ts';
import { parseAddress, readFields } from '../shared/forms.ts';
import { bannerOf, bannerShapes } from '../shared/sides.ts';
import { toReport } from './report.ts';
import { placeOf } from './report-words.ts';

/** What most programs show uncropped. */
export const pictureSize = { width: 1200, height: 630 };

/** Subsets of Brygada 1918, whose family names are equal: each sign comes from the first that has it. */
const fontFiles = ['latin', 'latin-ext', 'greek', 'cyrillic'].map((script) =>
  fileURLToPath(new URL(`../../../public/fonts/picture-${script}.ttf`, import.meta.url)),
);
/** Those of tokens.css, in the light scheme. */
const pigments = ['#2f7d6b', '#a67c12', '#7a4274', '#77532f', '#66802f', '#bd6a26', '#5d6670', '#a8617c'];
const styles = `.pole{stroke:#1e1c19;stroke-width:1.5}.charge{fill:#fbf8f1;fill-opacity:.55}.hem{fill:none}
  text{font-family:'Brygada 1918';fill:#1e1c19}.quiet{fill:#645d52}`;
const margin = 60;

/** One line of text, smaller if it would not fit. A letter of the font is about half as wide as high. */
function drawLine(
  text: string,
  { x, y, size, width, style = '' }: { x: number; y: number; size: number; width: number; style?: string },
): string {
  const fitting = Math.min(size, Math.floor((2 * width) / Math.max(1, text.length)));
  return `<text x="${x}" y="${y}" font-size="${fitting}" ${style}>${ejs.escapeXML(text)}</text>`;
}

function drawSide(side: ReturnType<typeof toReport>['own'], x: number): string {
  const { pigment, division } = bannerOf(side.empireId);
  const [start, left] = [countOfAll(side.start), countOfAll(side.left)];
  const width = 400;
  return (
    `<g transform="translate(${x} 400) scale(6)" fill="${pigments[pigment - 1]}">${bannerShapes(division)}</g>` +
    drawLine(side.name, { x: x + 140, y: 260, size: 44, width }) +
    drawLine(side.ruler, { x: x + 140, y: 305, size: 28, width, style: 'class="quiet"' }) +
    drawLine(`${group(start)} units, ${group(left)} left`, { x: x + 140, y: 360, size: 34, width })
  );
}

/** Draws a report as a reader of the public link sees it. */
export function drawPicture(report: ReturnType<typeof toReport>, place: string): string {
  const { width, height } = pictureSize;
  const inner = width - 2 * margin;
  const { own, foe, met } = stripOf(report.losses.own.strength, report.losses.foe.strength);
  const bar = (thousandths: number): number => Math.round((inner * thousandths) / 1000);
  const line = { x: margin, width: inner };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>${styles}</style>
    <rect width="${width}" height="${height}" fill="#f2ede1"/><rect width="${width}" height="14" fill="#1e1c19"/>
    ${drawLine('Hegemon', { ...line, y: 76, size: 30, style: 'class="quiet"' })}
    ${drawLine(report.headline.text, { ...line, y: 150, size: 60, style: 'font-weight="600"' })}
    ${drawSide(report.own, margin)}${drawSide(report.foe, margin + inner / 2)}
    <rect x="${margin}" y="450" width="${inner}" height="40" fill="#d5cbb8"/>
    <rect x="${margin}" y="450" width="${bar(own)}" height="40" fill="#1f3f9e"/>
    <rect x="${width - margin - bar(foe)}" y="450" width="${bar(foe)}" height="40" fill="#9c2a20"/>
    <path d="M${margin + bar(met)} 440V500" stroke="#1e1c19" stroke-width="4"/>
    ${drawLine(`Battle at ${place}. Every roll can be recomputed from the published seed.`, { ...line, y: 560, size: 30, style: 'class="quiet"' })}
  </svg>`;
}

const pictureParams = z.object({ battle_id: uuid });

/** Serves the picture as PNG to readers with the token of the link. Equal drawings are rendered once. */
export function battlePicture({ services }: PageDeps): RequestHandler<Record<string, string>> {
  const rendered = new LRUCache<string, Buffer>({ max: 100 });
  return async (request, response) => {
    const { battle_id } = parseAddress(pictureParams, request.params);
    const { share } = readFields(request.query);
    // A participant gets the picture of the public link, too, so that it has one form.
    const row = await selectReport(services.pool, battle_id, { viewer: null, token: share });
    const view = toBattleView(row, null, { now: services.clock.now(), speed: services.settings.speed });
    const drawing = drawPicture(toReport(view, null, null, null), placeOf(view, null));
    let png = rendered.get(drawing);
    if (png === undefined) {
      // Loaded for the first picture only, because few servers ever draw one.
      const { renderAsync } = await import('@resvg/resvg-js');
      const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Brygada 1918' };
      png = (await renderAsync(drawing, { font })).asPng();
      rendered.set(drawing, png);
    }
    response.set('Cache-Control', 'private, max-age=3600').type('png').send(png);
  };
}
