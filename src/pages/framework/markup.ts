/** The bits of markup that stand everywhere on the pages; made of our own words and numbers only. */
import type { Assets } from '../../http/assets.ts';
import type { Tile } from '../../game/types.ts';
import { isoOf } from '../../kernel/clock.ts';
import { bannerOf, bannerShapes } from '../shared/banner.ts';
import { clockText, countdown } from '../shared/formatters.ts';

/** @param assets knows where the icons lie */
export function createMarkup({ address }: Assets) {
  const sprite = address('img/icons.svg');
  return {
    /** An icon of the sprite; what it means stands beside it in words. */
    icon: (name: string, size: 'small' | 'large' | 'huge' = 'small'): string =>
      `<svg class="icon ${size}" aria-hidden="true"><use href="${sprite}#${name}"/></svg>`,

    /** The banner of an empire, beside its name; the reader's own is blue. */
    banner: (empireId: string, isOwn = false): string => {
      const { pigment, division } = bannerOf(empireId);
      const colour = isOwn ? 'own' : `pigment-${pigment}`;
      return `<svg class="banner ${colour}" viewBox="-2 -33 22 30" aria-hidden="true">${bannerShapes(division)}</svg>`;
    },

    /** Beside the name of what a program of the operator's plays. */
    botMark: (isBot: boolean): string =>
      isBot ? ' <span class="mark-bot" title="Played by a program">bot</span>' : '',

    /** The shapes of a banner inside a drawing, whose class says the colour. */
    bannerShapes,

    /** The map around a tile, which is chosen. */
    mapLink: ({ x, y }: Tile): string => `/map?x=${x}&y=${y}&at=${x},${y}`,

    /** What is left until a moment, which the page's script counts down. */
    until: (at: number, now: number): string =>
      `<time class="until" datetime="${isoOf(at)}" data-until="${at}">${countdown(at - now)}</time>`,

    /** A moment on the clock, in UTC until the page's script puts it into the reader's zone. */
    clock: (at: number, now: number): string => {
      const iso = isoOf(at);
      return `<time class="clock" datetime="${iso}" title="${iso}">${clockText(at, now)} UTC</time>`;
    },
  };
}
