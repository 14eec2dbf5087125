/** The relief of a world that is too wide for the land of the map: hills and woods on a coarse lattice. */
import { highland, landAt, tileSize, upland, woodland, type Land } from '../../shared-ui/terrain/land.ts';
import type { TileRectangle } from '../../shared-ui/terrain/svg.ts';
import { contourPath, evenPoint } from './contour-path.ts';

/** Along a side. With more, the page gets too large. */
const cells = 64;
/** Samples of a cell along a side: features of the land may be smaller than a cell. */
const samples = 2;

function meanAt(x: number, y: number, step: number, radius: number): Pick<Land, 'height' | 'growth'> {
  const mean = { height: 0, growth: 0 };
  for (let row = 0; row < samples; row += 1)
    for (let column = 0; column < samples; column += 1) {
      const { height, growth } = landAt(x + (step * column) / samples, y + (step * row) / samples, radius);
      mean.height += height / samples ** 2;
      mean.growth += growth / samples ** 2;
    }
  return mean;
}

/** SVG groups, in units of the land. */
export function drawRelief(radius: number, { left, right, bottom, top }: TileRectangle): string {
  const step = (right - left + 1) / cells;
  /** One cell beyond the frame to each side. */
  const side = cells + 2;
  const at = (cell: number, start: number): number => start + (cell - 1) * step;
  const land = Array.from({ length: side * side }, (_, index) =>
    meanAt(at(index % side, left), at(Math.floor(index / side), bottom), step, radius),
  );
  const toPoint = (column: number, row: number) =>
    evenPoint(tileSize * at(column, left), -tileSize * at(row, bottom));
  const layer = (name: string, field: 'height' | 'growth', level: number): string => {
    const values = land.map((point) => point[field]);
    return `<g class="${name}"><path d="${contourPath({ values, width: side, height: side, toPoint }, level)}"/></g>`;
  };
  const span = tileSize * (right - left + 1);
  return [
    `<rect class="land" x="${tileSize * left}" y="${-tileSize * top}" width="${span}" height="${span}"/>`,
    layer('wood', 'growth', woodland),
    layer('h1', 'height', upland),
    layer('h2', 'height', highland),
  ].join('');
}
