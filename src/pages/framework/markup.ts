/** Template helpers that return HTML. They insert only our own words, numbers and ids, and escape any other text. */
import ejs from 'ejs';
import type { Assets } from '../../http/assets.ts';
import type { LeaveView } from '../../contract/leave.ts';
import { leaveEndsAt } from '../../game/diplomacy/leave.ts';
import type { OrderedLeave, Tile } from '../../game/types.ts';
import { isoOf } from '../../kernel/time.ts';
import { bannerOf, bannerShapes, type Side } from '../shared/sides.ts';
import { clockText, countdown, tagged } from '../shared/formatters.ts';

/** Milliseconds since 1970, or an ISO 8601 text of the contract. */
type Moment = number | string;

const msOf = (moment: Moment): number => (typeof moment === 'number' ? moment : Date.parse(moment));

function clockOf(moment: Moment, now: number): string {
  const at = msOf(moment);
  const iso = isoOf(at);
  return `<time class="clock" datetime="${iso}" title="${iso}">${clockText(at, now)} UTC</time>`;
}

/** @param assets resolves the address of the icons */
export function createMarkup({ address }: Pick<Assets, 'address'>) {
  const sprite = address('img/icons.svg');
  return {
    /** An icon of the sprite. It is hidden from screen readers, so its meaning must also be in the text. */
    icon: (name: string, size: 'small' | 'large' | 'huge' = 'small'): string =>
      `<svg class="icon ${size}" aria-hidden="true"><use href="${sprite}#${name}"/></svg>`,

    /** The banner of an empire, shown next to its name. The viewer's own banner is blue. */
    banner: (empireId: string, isOwn = false): string => {
      const { pigment, division } = bannerOf(empireId);
      const colour = isOwn ? 'own' : `pigment-${pigment}`;
      return `<svg class="banner ${colour}" viewBox="-2 -33 22 30" aria-hidden="true">${bannerShapes(division)}</svg>`;
    },

    /**
     * A name that a player gave, of an empire, a player, a city, an army or an alliance: the text around it keeps its direction,
     * and translations leave it as it is. @param tag of the alliance
     */
    name: (name: string, tag: string | null = null): string =>
      `<bdi translate="no">${ejs.escapeXML(tagged(name, tag))}</bdi>`,

    /** The mark behind the name of a player that a bot of the operator plays. */
    botMark: (isBot: boolean): string =>
      isBot ? ' <span class="mark-bot" title="Played by a program">bot</span>' : '',

    /** The mark behind the name of an empire on leave or under notice; nothing for a leave that is over. */
    leaveMark: (leave: OrderedLeave | LeaveView | null, now: number): string => {
      if (leave === null) return '';
      const isRow = 'noticeEndsAt' in leave;
      const from = isRow ? leave.noticeEndsAt : Date.parse(leave.notice_ends_at);
      const until = isRow ? leaveEndsAt(leave) : leave.ends_at === null ? null : Date.parse(leave.ends_at);
      if (until !== null && until <= now) return '';
      const text = until !== null ? 'on leave until' : from > now ? 'goes on leave' : 'goes on leave soon';
      const moment = until ?? from;
      return ` <span class="mark-leave">${text}${moment > now ? ` ${clockOf(moment, now)}` : ''}</span>`;
    },

    /** The shapes of a banner for use inside a drawing; a class of the drawing sets the colour. */
    bannerShapes,

    /** The shape that marks what is own or an ally's in a drawing, which defines it with `map-marks`. */
    sideMark: (side: Side, x: number, y: number): string =>
      side === 'foreign' ? '' : `<use href="#mark-${side}" x="${x}" y="${y}"/>`,

    /** The address of the map around a tile, with the tile chosen. */
    mapLink: ({ x, y }: Tile): string => `/map?x=${x}&y=${y}&at=${x},${y}#map-chosen`,

    /** The time left until a moment; the script of the page counts it down. */
    until: (moment: Moment, now: number): string => {
      const at = msOf(moment);
      return `<time class="until" datetime="${isoOf(at)}" data-until="${at}">${countdown(at - now)}</time>`;
    },

    /** A time of day in UTC. The script of the page converts it to the browser's time zone. */
    clock: clockOf,

    /** A text, escaped, with the moments that `inWords` writes as `clock` shows them. */
    withClocks: (text: string, now: number): string =>
      ejs
        .escapeXML(text)
        .replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (words, day: string, time: string) => {
          const at = Date.parse(`${day}T${time}Z`);
          return Number.isNaN(at) ? words : clockOf(at, now);
        }),
  };
}
