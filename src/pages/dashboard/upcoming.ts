/** The upcoming list: all work in progress of an empire, by what happens next. */
import { noUnits } from '../../game/units.ts';
import type { ArmyDetails } from '../shared/army-details.ts';
import type { BattleSummary } from '../shared/battle-summary.ts';
import type { CityDetails } from '../shared/city-details.ts';
import type { WishView } from '../shared/wish-views.ts';
import { unitsText } from '../shared/formatters.ts';

export interface UpcomingItem {
  /** Id of the list element; stable across refreshes. */
  id: string;
  startsAt: number;
  endsAt: number;
  icon: string;
  title: string;
  detail: string;
  /** The empire that the detail names. */
  enemyId?: string;
  href: string;
  isHostile: boolean;
  /** Movements are set in italics, like the lettering of rivers on maps. */
  isMoving: boolean;
}

function ofCity(city: CityDetails): UpcomingItem[] {
  const href = `/city/${city.id}`;
  return [...ofSack(city, href), ...ofQueues(city, href)];
}

function ofSack({ id, name, sack }: CityDetails, href: string): UpcomingItem[] {
  if (sack === null) return [];
  const item = {
    id: `agenda-sack-${id}`,
    icon: 'loot',
    title: 'Full output again',
    detail: `${name}, sacked`,
  };
  return [{ ...item, href, ...sack, isHostile: false, isMoving: false }];
}

function ofQueues(city: CityDetails, href: string): UpcomingItem[] {
  return [...city.queue, ...city.training]
    .filter(({ isRunning }) => isRunning)
    .map(({ icon, title, startsAt, completesAt }) => ({
      id: `agenda-${city.id}-${icon}-${startsAt}`,
      startsAt,
      endsAt: completesAt,
      icon,
      title,
      detail: city.name,
      href,
      isHostile: false,
      isMoving: false,
    }));
}

function ofArmy({ id, name, status, activity, until, units }: ArmyDetails): UpcomingItem[] {
  if (until === null || status === 'fighting') return [];
  const counts = noUnits();
  for (const { type, count } of units) counts[type] = count;
  return [
    {
      id: `agenda-${id}`,
      ...until,
      icon: status === 'returning' ? 'return' : 'march',
      title: name,
      detail: `${activity}; ${unitsText(counts)}`,
      href: `/armies#army-${id}`,
      isHostile: false,
      isMoving: true,
    },
  ];
}

function ofBattle({
  id,
  role,
  enemy,
  enemyId,
  place,
  phase,
  orderedAt,
  contactAt,
  endsAt,
}: BattleSummary): UpcomingItem[] {
  const of = { id: `agenda-${id}`, href: `/battle/${id}`, enemyId };
  if (phase === 'fighting') {
    const item = { icon: 'attack', title: `Battle at ${place}`, detail: `against ${enemy}`, ...of };
    return [{ ...item, startsAt: contactAt, endsAt: endsAt ?? contactAt, isHostile: false, isMoving: false }];
  }
  if (phase === 'completed' || role === 'attacker') return [];
  const item = { icon: 'attack', title: `Hostile army nears ${place}`, detail: enemy, ...of };
  return [{ ...item, startsAt: orderedAt, endsAt: contactAt, isHostile: true, isMoving: true }];
}

function ofWish({ id, icon, title, city, dueAt }: WishView): UpcomingItem[] {
  if (dueAt === null) return [];
  const item = { id: `agenda-${id}`, icon, title: `Order ${title}`, detail: `${city.name}; your next wish` };
  return [{ ...item, startsAt: dueAt, endsAt: dueAt, href: '/wishes', isHostile: false, isMoving: false }];
}

export function toUpcoming(
  cities: readonly CityDetails[],
  armies: readonly ArmyDetails[],
  battles: readonly BattleSummary[],
  wishes: readonly WishView[],
): UpcomingItem[] {
  return [
    ...cities.flatMap(ofCity),
    ...armies.flatMap(ofArmy),
    ...battles.flatMap(ofBattle),
    ...wishes.flatMap(ofWish),
  ].sort((a, b) => a.endsAt - b.endsAt);
}
