/** The two bits of markup that stand everywhere on the pages; made of our own words and numbers only. */
import { isoOf } from '../kernel/clock.ts';
import { clockText, countdown } from './words.ts';

/** An icon of the sprite; what it means stands beside it in words. */
export function icon(name: string, size: 'small' | 'large' | 'huge' = 'small'): string {
  return `<svg class="icon ${size}" aria-hidden="true"><use href="/img/icons.svg#${name}"/></svg>`;
}

/** What is left until a moment, which the page's script counts down. */
export function until(at: number, now: number): string {
  return `<time class="until" datetime="${isoOf(at)}" data-until="${at}">${countdown(at - now)}</time>`;
}

/** A moment on the clock, in UTC until the page's script puts it into the reader's zone. */
export function clock(at: number, now: number): string {
  const iso = isoOf(at);
  return `<time class="clock" datetime="${iso}" title="${iso}">${clockText(at, now)} UTC</time>`;
}
