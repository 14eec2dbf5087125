/** The acts of the administration: commands of the command line as forms. */
import type { AdminCommand } from '../../admin/command.ts';
import { hasRole, type StaffRole } from '../../contract/roles.ts';
import type { Viewer } from '../../http/sessions/viewer.ts';
import { GameError } from '../../kernel/errors.ts';
import { minuteMs } from '../../kernel/time.ts';
import { commandOf } from './context.ts';

/** After this time, an act that cannot be undone needs the password again. */
const freshMs = 15 * minuteMs;

export interface Act {
  /** The name of the command with hyphens. */
  id: string;
  command: AdminCommand;
  role: StaffRole;
  label: string;
  /** It cannot be undone, or gives rights away. */
  isFinal: boolean;
  /** The subject is an account that stays, to whose player the form can write. */
  isAboutPlayer: boolean;
}

const act = (name: string, role: StaffRole, label: string, isFinal = false): Act => ({
  id: name.replaceAll(' ', '-'),
  command: commandOf(name),
  role,
  label,
  isFinal,
  isAboutPlayer: name !== 'users delete' && commandOf(name).args.startsWith('<user>'),
});

/** No act lets an operator enter as another player, or read messages that were not reported. */
export const acts: readonly Act[] = [
  act('reports handle', 'moderator', 'Dismiss a report'),
  act('users mute', 'moderator', 'Mute a player'),
  act('users unmute', 'moderator', 'Unmute a player'),
  act('users rename', 'moderator', 'Rename a player'),
  act('empire rename', 'moderator', 'Rename an empire'),
  act('city rename', 'moderator', 'Rename a city'),
  act('alliance rename', 'moderator', 'Rename an alliance'),
  act('users deactivate', 'operator', 'Deactivate an account'),
  act('users reactivate', 'operator', 'Reactivate an account'),
  act('sessions revoke', 'operator', 'End sessions'),
  act('invites create', 'operator', 'Make an invitation'),
  act('invites revoke', 'operator', 'Take an invitation back'),
  act('users reset-link', 'operator', 'Make a link to a new password', true),
  act('users confirm-email', 'operator', 'Confirm an e-mail', true),
  act('users role', 'operator', 'Give a role', true),
  act('users delete', 'operator', 'Delete an account', true),
  act('empire delete', 'operator', 'Delete an empire', true),
  act('alliance dissolve', 'operator', 'Dissolve an alliance', true),
  act('repair advance', 'operator', 'Apply the due work of an empire'),
  act('repair recompute', 'operator', 'Recompute an empire'),
  act('repair call-off', 'operator', 'Call off a battle', true),
  act('repair skip-end', 'operator', 'Give up the end of a battle', true),
  act('announcement publish', 'operator', 'Publish an announcement'),
  act('announcement withdraw', 'operator', 'Withdraw the announcement'),
];

export const actsOf = ({ role }: Viewer): Act[] => acts.filter((each) => hasRole(role, each.role));

/** Throws NOT_FOUND. */
export function findAct(id: string): Act {
  const found = acts.find((each) => each.id === id);
  if (found === undefined) throw new GameError('NOT_FOUND');
  return found;
}

/** Names, in order. */
export const argumentsOf = ({ command: { args } }: Act): string[] =>
  [...args.matchAll(/<([\w-]+)>/g)].map(([, name = '']) => name);

const isFresh = ({ loggedInAt }: Viewer, now: number): boolean => now - loggedInAt <= freshMs;

export const needsPassword = ({ isFinal }: Act, viewer: Viewer, now: number): boolean =>
  isFinal && !isFresh(viewer, now);
