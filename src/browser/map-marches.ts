/** Animates marches by the server's clock: army blocks, and the done and remaining path. */
import { fitLabelsSoon } from './map-labels.ts';

const maxDelayMs = 1000;
const minDelayMs = 16;
/** Pixels that the fastest block moves between two frames. */
const pixelsPerFrame = 0.5;

let timer: ReturnType<typeof setTimeout> | null = null;

function pointOf(text: string | undefined): [number, number] {
  const [x = 0, y = 0] = (text ?? '').split(' ').map(Number);
  return [x, y];
}

/** Returns drawing units per second. */
function moveBlock(block: SVGGElement, now: number): number {
  const { from, to, departs, arrives, size } = block.dataset;
  const [fromX, fromY] = pointOf(from);
  const [toX, toY] = pointOf(to);
  const total = Math.max(1, Number(arrives) - Number(departs));
  const progress = Math.min(1, Math.max(0, (now - Number(departs)) / total));
  const x = (fromX + (toX - fromX) * progress).toFixed(1);
  const y = (fromY + (toY - fromY) * progress).toFixed(1);
  block.setAttribute('transform', `translate(${x} ${y}) scale(${size ?? '1'})`);
  const path = document.getElementById(block.id.replace('march-', 'way-'));
  if (path !== null) {
    const [startX, startY] = pointOf(path.dataset.start);
    const [endX, endY] = pointOf(path.dataset.end);
    path.querySelector('.done')?.setAttribute('d', `M${startX} ${startY}L${x} ${y}`);
    path.querySelector('.ahead')?.setAttribute('d', `M${x} ${y}L${endX} ${endY}`);
  }
  const isMoving = progress > 0 && progress < 1;
  return isMoving ? (Math.hypot(toX - fromX, toY - fromY) * 1000) / total : 0;
}

export function moveMarches(clock: () => number): void {
  if (timer !== null) clearTimeout(timer);
  const now = clock();
  let fastest = 0;
  for (const block of document.querySelectorAll<SVGGElement>('#map-things .moving')) {
    fastest = Math.max(fastest, moveBlock(block, now));
  }
  if (fastest > 0) fitLabelsSoon();
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const delayMs = fastest === 0 || isReduced ? maxDelayMs : (pixelsPerFrame * 1000) / fastest;
  timer = setTimeout(moveMarches, Math.min(maxDelayMs, Math.max(minDelayMs, delayMs)), clock);
}
