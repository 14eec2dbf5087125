/** Moves what marches, on the server's clock: blocks, what of their path lies behind and ahead, and countdowns. */
import { countdown } from '../shared-ui/numbers.ts';
import { serverNow } from './entries/live.ts';

const slowestMs = 1000;
const fastestMs = 16;
/** Pixels a block moves before it is worth drawing it again. */
const worthwhile = 0.5;

let timer: ReturnType<typeof setTimeout> | null = null;

function pointOf(text: string | undefined): [number, number] {
  const [x = 0, y = 0] = (text ?? '').split(' ').map(Number);
  return [x, y];
}

/** Puts one block to its place; returns how far it goes in a second, in units. */
function moveBlock(block: SVGGElement, now: number): number {
  const { from, to, departs, arrives, size } = block.dataset;
  const [fromX, fromY] = pointOf(from);
  const [toX, toY] = pointOf(to);
  const total = Math.max(1, Number(arrives) - Number(departs));
  const part = Math.min(1, Math.max(0, (now - Number(departs)) / total));
  const x = (fromX + (toX - fromX) * part).toFixed(1);
  const y = (fromY + (toY - fromY) * part).toFixed(1);
  block.setAttribute('transform', `translate(${x} ${y}) scale(${size ?? '1'})`);
  const way = document.getElementById(block.id.replace('march-', 'way-'));
  if (way !== null) {
    const [startX, startY] = pointOf(way.dataset.start);
    const [endX, endY] = pointOf(way.dataset.end);
    way.querySelector('.done')?.setAttribute('d', `M${startX} ${startY}L${x} ${y}`);
    way.querySelector('.ahead')?.setAttribute('d', `M${x} ${y}L${endX} ${endY}`);
  }
  const isMoving = part > 0 && part < 1;
  return isMoving ? (Math.hypot(toX - fromX, toY - fromY) * 1000) / total : 0;
}

/** Brings everything to the present moment and comes again when something will have moved. */
export function moveMarches(): void {
  if (timer !== null) clearTimeout(timer);
  const now = serverNow();
  let fastest = 0;
  for (const block of document.querySelectorAll<SVGGElement>('#map-things .moving')) {
    fastest = Math.max(fastest, moveBlock(block, now));
    for (const left of block.querySelectorAll<SVGTSpanElement>('[data-until]')) {
      const text = countdown(Number(left.dataset.until) - now);
      if (left.textContent !== text) left.textContent = text;
    }
  }
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const wait = fastest === 0 || calm ? slowestMs : (worthwhile * 1000) / fastest;
  timer = setTimeout(moveMarches, Math.min(slowestMs, Math.max(fastestMs, wait)));
}
