/**
 * The chart of strength by round: own line solid with dots, enemy line dashed with squares, each labelled at its end.
 * Colours come from the style sheet; the chart redraws when the colour scheme or the width changes.
 */
import uPlot from 'uplot';
import { shortNumber } from '../../shared-ui/numbers.ts';
import { percentLeft } from '../../shared-ui/strength.ts';
import { leftText } from '../../shared-ui/words.ts';

export interface Strength {
  own: readonly number[];
  foe: readonly number[];
  /** The names of both lines. */
  names: readonly string[];
  /** The chosen round, marked by a line. */
  round: number;
}

export interface Chart {
  show: (strength: Strength) => void;
}

const height = { wide: 304, narrow: 240 };
const labelRoom = 92;
/** Minimum pixels between the two labels, and from the lower label to the bottom of the chart. */
const minGap = 38;
const footRoom = 10;

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function fontOf(weight: string, pixels: number): string {
  return `${weight} ${pixels * devicePixelRatio}px ${colour('--serif')}`;
}

function drawMarks(chart: uPlot, values: readonly number[], isOwn: boolean): void {
  const { ctx } = chart;
  const size = 3.5 * devicePixelRatio;
  ctx.fillStyle = colour(isOwn ? '--own' : '--foe');
  values.forEach((value, index) => {
    const [x, y] = [chart.valToPos(index, 'x', true), chart.valToPos(value, 'y', true)];
    ctx.beginPath();
    if (isOwn) ctx.arc(x, y, size, 0, 2 * Math.PI);
    else ctx.rect(x - size, y - size, 2 * size, 2 * size);
    ctx.fill();
  });
}

/** Labels both lines at their ends without overlap. */
function drawLabels(chart: uPlot, { own, foe, names }: Strength): void {
  const { ctx } = chart;
  const x = chart.bbox.left + chart.bbox.width + 12 * devicePixelRatio;
  const ends = [own, foe].map((values, index) => {
    const [start, left] = [values[0] ?? 0, values.at(-1) ?? 0];
    return {
      name: names[index] ?? '',
      left: leftText(percentLeft(left, start)),
      colour: colour(index === 0 ? '--own' : '--foe'),
      y: chart.valToPos(left, 'y', true),
    };
  });
  const [upper, lower] = [...ends].sort((a, b) => a.y - b.y);
  if (upper === undefined || lower === undefined) return;
  lower.y = Math.min(lower.y, chart.bbox.top + chart.bbox.height - footRoom * devicePixelRatio);
  upper.y = Math.min(upper.y, lower.y - minGap * devicePixelRatio);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const end of ends) {
    ctx.fillStyle = end.colour;
    ctx.font = fontOf('600', 15);
    ctx.fillText(end.name, x, end.y - 8 * devicePixelRatio);
    ctx.fillStyle = colour('--ink-2');
    ctx.font = fontOf('italic 500', 13);
    ctx.fillText(end.left, x, end.y + 8 * devicePixelRatio);
  }
}

function drawChosen(chart: uPlot, round: number): void {
  const { ctx, bbox } = chart;
  const x = chart.valToPos(round, 'x', true);
  ctx.strokeStyle = colour('--ink-2');
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Replaces the content of an element with a chart. */
export function createChart(holder: HTMLElement, first: Strength): Chart {
  let strength = first;
  const sizeOf = (): { width: number; height: number } => ({
    width: holder.clientWidth,
    height: matchMedia('(max-width: 60rem)').matches ? height.narrow : height.wide,
  });
  const axis = (): Partial<uPlot.Axis> => ({
    stroke: () => colour('--ink-2'),
    font: `13px ${colour('--serif')}`,
    ticks: { show: false },
  });
  const options: uPlot.Options = {
    ...sizeOf(),
    legend: { show: false },
    cursor: { show: false },
    padding: [12, labelRoom, 0, 0],
    scales: {
      x: { time: false, range: (_chart, _min, max) => [0, Math.max(1, max)] },
      y: { range: (_chart, _min, max) => [0, Math.max(1, max) * 1.05] },
    },
    axes: [
      {
        ...axis(),
        grid: { show: false },
        incrs: [1],
        space: 24,
        values: (_chart, splits) => splits.map(String),
      },
      {
        ...axis(),
        size: 52,
        space: 48,
        grid: { stroke: () => colour('--line'), width: 1 },
        values: (_chart, splits) => splits.map(shortNumber),
      },
    ],
    series: [
      {},
      {
        stroke: () => colour('--own'),
        fill: () => `${colour('--own-wash')}b3`,
        width: 2,
        points: { show: false },
      },
      { stroke: () => colour('--foe'), width: 2, dash: [7, 5], points: { show: false } },
    ],
    hooks: {
      draw: [
        (chart) => {
          // uPlot caches the state of the context, so restore it after drawing.
          chart.ctx.save();
          drawChosen(chart, strength.round);
          drawMarks(chart, strength.own, true);
          drawMarks(chart, strength.foe, false);
          drawLabels(chart, strength);
          chart.ctx.restore();
        },
      ],
    },
  };
  const dataOf = ({ own, foe }: Strength): uPlot.AlignedData => [[...own.keys()], [...own], [...foe]];
  holder.replaceChildren();
  const chart = new uPlot(options, dataOf(first), holder);
  // The holder takes its height from the chart, so only its width changes independently.
  new ResizeObserver(() => {
    const size = sizeOf();
    if (size.width !== chart.width || size.height !== chart.height) chart.setSize(size);
  }).observe(holder);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    chart.redraw(false, true);
  });
  void document.fonts.ready.then(() => {
    chart.redraw(false, true);
  });
  return {
    show: (next) => {
      const isGrown = next.own.length !== strength.own.length;
      strength = next;
      if (isGrown) chart.setData(dataOf(next));
      else chart.redraw(false, false);
    },
  };
}
