/** Template helpers that return HTML. They escape any text that is not our own. */
import ejs from 'ejs';
import type { Assets } from '../../http/assets.ts';
import type { LeaveView } from '../../contract/leave.ts';
import { leaveEndsAt } from '../../game/diplomacy/leave.ts';
import type { OrderedLeave, Tile } from '../../game/types.ts';
import { isoOf } from '../../kernel/time.ts';
import { bannerOf, bannerShapes, type Side } from '../shared/sides.ts';
import { clockText, countdown, lasting, tagged } from '../shared/formatters.ts';

/** Milliseconds since 1970, or ISO 8601. */
type Moment = number | string;

const msOf = (moment: Moment): number => (typeof moment === 'number' ? moment : Date.parse(moment));

function clockOf(moment: Moment, now: number): string {
  const at = msOf(moment);
  const iso = isoOf(at);
  return `<time class="clock" datetime="${iso}" title="${iso}">${clockText(at, now)} UTC</time>`;
}

/** The script of the page counts it down, and renews the page at its end. */
function lastingUntil(moment: Moment, now: number): string {
  const at = msOf(moment);
  return `<time datetime="${isoOf(at)}" data-lasting="${at}">${lasting(at - now)}</time>`;
}

export function createMarkup({ address }: Pick<Assets, 'address'>) {
  const sprite = address('img/icons.svg');
  return {
    /** Hidden from screen readers, so its meaning must also be in the text. */
    icon: (name: string, size: 'small' | 'large' | 'huge' = 'small'): string =>
      `<svg class="icon ${size}" aria-hidden="true"><use href="${sprite}#${name}"/></svg>`,

    /** The viewer's own banner is blue. */
    banner: (empireId: string, isOwn = false): string => {
      const { pigment, division } = bannerOf(empireId);
      const colour = isOwn ? 'own' : `pigment-${pigment}`;
      return `<svg class="banner ${colour}" viewBox="-2 -33 22 30" aria-hidden="true">${bannerShapes(division)}</svg>`;
    },

    /** The text around a player's name keeps its direction, and translations leave the name as it is. */
    name: (name: string, tag: string | null = null): string =>
      `<bdi translate="no">${ejs.escapeXML(tagged(name, tag))}</bdi>`,

    botMark: (isBot: boolean): string =>
      isBot ? ' <span class="mark-bot" title="Played by a program">bot</span>' : '',

    /** For an empire on leave or under notice. */
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

    /** A class of the drawing sets the colour. */
    bannerShapes,

    /** Needs a drawing that defines the shapes with `map-marks`. */
    sideMark: (side: Side, x: number, y: number): string =>
      side === 'foreign' ? '' : `<use href="#mark-${side}" x="${x}" y="${y}"/>`,

    mapLink: ({ x, y }: Tile): string => `/map?x=${x}&y=${y}&at=${x},${y}#map-chosen`,

    until: (moment: Moment, now: number): string => {
      const at = msOf(moment);
      return `<time class="until" datetime="${isoOf(at)}" data-until="${at}">${countdown(at - now)}</time>`;
    },

    lasting: lastingUntil,

    /** Escapes a text, and shows the moments in ISO 8601 as `lasting` does. */
    withLasting: (text: string, now: number): string =>
      ejs.escapeXML(text).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => lastingUntil(moment, now)),

    /** In UTC; the script of the page converts it to the browser's time zone. */
    clock: clockOf,

    /** Escapes a text, and shows the moments of `inWords` as `clock` does. */
    withClocks: (text: string, now: number): string =>
      ejs
        .escapeXML(text)
        .replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (words, day: string, time: string) => {
          const at = Date.parse(`${day}T${time}Z`);
          return Number.isNaN(at) ? words : clockOf(at, now);
        }),
  };
}
