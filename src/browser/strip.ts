/** Redraws a strip of the server: what is left of both sides, and where they met. */
import type { Strip } from '../shared-ui/strength.ts';

export function updateStrip(drawing: Element | null, { own, foe, met }: Strip): void {
  drawing?.querySelector('.own')?.setAttribute('width', String(own));
  const theirs = drawing?.querySelector('.foe');
  theirs?.setAttribute('x', String(1000 - foe));
  theirs?.setAttribute('width', String(foe));
  drawing?.querySelector('.met')?.setAttribute('d', `M${met} 0V10`);
}
