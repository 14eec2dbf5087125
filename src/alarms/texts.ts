/** Texts of alarms, and the pages that they open. Without the names of others, a locked screen gives nothing away. */
import type { AlarmKind } from '../contract/vocabulary.ts';
import { isoOf } from '../kernel/time.ts';
import type { Alarm, PlayerAlarms } from './selection.ts';

/** A later text with the same tag replaces it. */
export interface AlarmText {
  title: string;
  text: string;
  tag: string;
  path: string;
}

export type TextSettings = Pick<PlayerAlarms, 'shows_names'>;

const targets = {
  army: 'your army',
  seat: 'your seat',
  guard: 'a place that you guard',
  city: 'your city',
};

/** For several alarms at once. */
const many: Record<AlarmKind, { title: string; path: string }> = {
  attack: { title: 'attacks on you', path: '/dashboard' },
  battle: { title: 'battles are over', path: '/reports?show=battles' },
  message: { title: 'new messages', path: '/messages' },
  threat: { title: 'attacks on your alliance', path: '/alliances' },
  wish: { title: 'standing orders cannot be paid', path: '/wishes' },
  storage: { title: 'storages are full', path: '/dashboard' },
  ready: { title: 'orders can be paid', path: '/dashboard' },
  report: { title: 'players are reported', path: '/admin/reports' },
};

const endings = new Map<boolean | null, string>([
  [true, 'You won'],
  [false, 'You lost'],
  [null, 'Nobody won'],
]);

const countOf = (attacks: number): string => `${attacks} attack${attacks === 1 ? '' : 's'}`;

/** In UTC; browsers show their own time. */
export function toText(alarm: Alarm, { shows_names: showsNames }: TextSettings): AlarmText {
  const { kind, about_id: aboutId, city, contact_at: contactAt } = alarm;
  const opponent = showsNames ? alarm.opponent : null;
  const arrival = contactAt === null ? '' : `arrives at ${isoOf(contactAt).slice(11, 16)} UTC.`;
  const earlier =
    alarm.called_off === 0
      ? ''
      : ` The same empire called off ${countOf(alarm.called_off)} in the 24 hours before.`;
  const battle = { tag: `battle-${alarm.first_id ?? aboutId}`, path: `/battle/${aboutId}` };
  switch (kind) {
    case 'attack':
      return {
        title: `Attack on ${city ?? targets[alarm.target ?? 'city']}`,
        text: `${opponent === null ? 'It' : `An army of ${opponent}`} ${arrival}${earlier}`,
        ...battle,
      };
    case 'battle':
      return {
        title: `${city === null ? 'Your battle' : `The battle at ${city}`} is over`,
        text: opponent === null ? '' : `${endings.get(alarm.is_won) ?? ''} against ${opponent}.`,
        ...battle,
      };
    case 'threat':
      return {
        title: `${opponent ?? 'A member of your alliance'} is attacked`,
        text: `The army ${arrival}${earlier}`,
        ...battle,
        path: '/alliances',
      };
    case 'message':
      return {
        title: 'New message',
        text: opponent === null ? '' : `It is from ${opponent}.`,
        tag: `thread-${aboutId}`,
        path: `/messages/${aboutId}`,
      };
    case 'storage':
      return {
        title: `Your storage of ${alarm.resource ?? 'a resource'} is full`,
        text: '',
        tag: `storage-${alarm.resource ?? ''}`,
        path: many.storage.path,
      };
    case 'ready':
      return {
        title:
          alarm.resource === null ? 'Your next order can be paid' : `Your store of ${alarm.resource} is full`,
        text: '',
        tag: 'ready',
        path: many.ready.path,
      };
    case 'report':
      return {
        title: 'A player is reported',
        text: opponent === null ? '' : `It is ${opponent}.`,
        tag: `report-${aboutId}`,
        path: many.report.path,
      };
    case 'wish':
      return {
        title: 'A standing order cannot be paid',
        text: 'Your stock can never hold what it costs.',
        tag: 'wish',
        path: many.wish.path,
      };
  }
}

export const toTextOfMany = (kind: AlarmKind, count: number): AlarmText => ({
  title: `${count} ${many[kind].title}`,
  text: '',
  tag: `many-${kind}`,
  path: many[kind].path,
});
