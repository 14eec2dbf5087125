/** View models of the attacks on members, with own armies that could guard the target in time. */
import type { threats } from '../../contract/alliance-chat.ts';
import { travelMs } from '../../game/march/marching.ts';
import type { z } from 'zod';
import type { EmpireState } from '../../world/read.ts';
import { mayGuard } from '../shared/ally-places.ts';
import { toArmyDetails } from '../shared/army-details.ts';
import { clockText, placeText, tagged } from '../shared/formatters.ts';

type Threat = z.infer<typeof threats>['threats'][number];

const maxListed = 5;

/** The fastest first. */
function guardsInTime(state: EmpireState, { location, contact_at }: Threat) {
  const { empire, world, now } = state;
  return empire.armies
    .filter((army) => army.guards === null && mayGuard(empire, army))
    .filter((army) => toArmyDetails(state, army).orders.march)
    .map((army) => ({ id: army.id, name: army.name, ms: travelMs(army, location, army.units, world.speed) }))
    .filter(({ ms }) => now + ms < Date.parse(contact_at))
    .sort((a, b) => a.ms - b.ms)
    .slice(0, maxListed);
}

export function toThreatDetails(state: EmpireState, threat: Threat) {
  const { target_type: type, target_id: id, holder, guard } = threat;
  const { empire } = state;
  const isOwn = holder.empire_id === empire.id;
  const isOpen = type !== 'army' && guard === null;
  const isSent = empire.armies.some(({ guards }) => guards?.id === id);
  const mayHelp = isOpen && !isOwn && !isSent;
  return {
    ...threat,
    /** As in the fields of the armies page. */
    place: `${type}:${id}`,
    mayAsk: isOpen && isOwn,
    isSent: guard === null && isSent,
    mayHelp,
    armies: mayHelp ? guardsInTime(state, threat) : [],
  };
}

export function callForGuard({ empire, now }: EmpireState, threat: Threat): string {
  const { location, attacker_name: attacker, attacker_tag: tag, contact_at } = threat;
  const at = `${location.x} | ${location.y}`;
  const contact = clockText(Date.parse(contact_at), now);
  return `I need a guard for ${placeText(empire, location)} (${at}). ${tagged(attacker, tag)} attacks it; contact at ${contact} UTC.`;
}
