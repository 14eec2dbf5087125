/** All work in progress, by what happens next. */
import { armyAddress, type ArmyDetails } from '../shared/army-details.ts';
import type { BattleSummary } from '../shared/battle-summary.ts';
import type { CityDetails } from '../shared/city-details.ts';
import type { WishView } from '../shared/wish-views.ts';
import { unitsText } from '../shared/formatters.ts';

interface UpcomingItem {
  /** Stable across refreshes. */
  id: string;
  startsAt: number;
  endsAt: number;
  icon: string;
  title: string;
  detail: string;
  href: string;
  enemyId?: string;
  isHostile?: boolean;
  /** Set in italics, like the lettering of rivers on maps. */
  isMoving?: boolean;
}

function ofCity({ id, name, sack, queue, training }: CityDetails): UpcomingItem[] {
  const href = `/city/${id}`;
  const detail = `${name}, sacked`;
  const item = { id: `agenda-sack-${id}`, icon: 'loot', title: 'Full output again', detail, href };
  return [
    ...(sack === null ? [] : [{ ...item, ...sack }]),
    ...[...queue, ...training]
      .filter(({ isRunning }) => isRunning)
      .map(({ icon, title, startsAt, completesAt, orderId }) => ({
        id: `agenda-${id}-${icon}-${startsAt}`,
        startsAt,
        endsAt: completesAt,
        icon,
        title,
        // Levels of a city are built one after the other; batches have no order id.
        detail:
          orderId !== null && queue.length > 1 ? `${name}; ${queue.length - 1} more in its queue` : name,
        href,
      })),
  ];
}

function ofArmy({ id, name, status, activity, until, units }: ArmyDetails): UpcomingItem[] {
  if (until === null || status === 'fighting') return [];
  return [
    {
      id: `agenda-${id}`,
      ...until,
      icon: status === 'returning' ? 'return' : 'march',
      title: name,
      detail: `${activity}; ${unitsText(units)}`,
      href: armyAddress(id),
      isMoving: true,
    },
  ];
}

function ofBattle(battle: BattleSummary): UpcomingItem[] {
  const { id, role, enemy, enemyId, place, phase, contact_at: contactAt, ends_at: endsAt } = battle;
  const item = { id: `agenda-${id}`, icon: 'attack', href: `/battle/${id}`, enemyId };
  if (phase === 'fighting') {
    const texts = { title: `Battle at ${place}`, detail: `against ${enemy}` };
    return [{ ...item, ...texts, startsAt: contactAt, endsAt: endsAt ?? contactAt }];
  }
  if (phase === 'completed' || role === 'attacker') return [];
  const texts = { title: `Hostile army nears ${place}`, detail: enemy };
  return [
    { ...item, ...texts, startsAt: battle.ordered_at, endsAt: contactAt, isHostile: true, isMoving: true },
  ];
}

function ofWish({ id, icon, title, city, dueAt }: WishView): UpcomingItem[] {
  if (dueAt === null) return [];
  const texts = { title: `Order ${title}`, detail: `${city.name}; your next standing order` };
  return [{ id: `agenda-${id}`, icon, ...texts, startsAt: dueAt, endsAt: dueAt, href: '/wishes' }];
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
