/** Entries of the event log about alliances, in words. */
import type { AllianceRole, LeaveReason } from '../../contract/vocabulary.ts';

interface Alliance {
  alliance_id: string;
  alliance_tag: string;
}

const leaveTitles = {
  left: 'You left the alliance',
  expelled: 'You were expelled from the alliance',
  dissolved: 'The alliance was dissolved:',
} satisfies Record<LeaveReason, string>;

const protectedFor = 'You and its members cannot attack each other for another day (divided by the speed).';

export const allianceSummaries = {
  alliance_joined: ({ alliance_id: id, alliance_tag: tag, role }: Alliance & { role: AllianceRole }) => ({
    icon: 'overview',
    title: role === 'leader' ? `You founded the alliance [${tag}]` : `You joined the alliance [${tag}]`,
    detail: 'Its members cannot attack each other.',
    href: `/alliance/${id}`,
    tone: 'gain' as const,
  }),
  alliance_role: ({ alliance_id: id, alliance_tag: tag, role }: Alliance & { role: AllianceRole }) => ({
    icon: 'overview',
    title: `You are now ${role} of the alliance [${tag}]`,
    detail: '',
    href: `/alliance/${id}`,
  }),
  alliance_left: ({ alliance_id: id, alliance_tag: tag, reason }: Alliance & { reason: LeaveReason }) => ({
    icon: 'overview',
    title: `${leaveTitles[reason]} [${tag}]`,
    detail: protectedFor,
    href: `/alliance/${id}`,
    tone: reason === 'left' ? ('none' as const) : ('foe' as const),
  }),
  alliance_invited: ({ alliance_id: id, alliance_tag: tag }: Alliance) => ({
    icon: 'overview',
    title: `The alliance [${tag}] invited you`,
    detail: '',
    href: `/alliance/${id}`,
    tone: 'gain' as const,
  }),
  alliance_applied: ({
    alliance_id: id,
    alliance_tag: tag,
    empire_name,
  }: Alliance & { empire_name: string }) => ({
    icon: 'overview',
    title: `${empire_name} wants to join the alliance [${tag}]`,
    detail: '',
    href: `/alliance/${id}`,
  }),
};
