/** What helps a city until the next attack on it arrives. */
import { isSpared } from '../../game/contact/plunder.ts';
import { sameTile } from '../../game/march/map.ts';
import { armyAddress, type ArmyDetails } from '../shared/army-details.ts';
import type { CityDetails } from '../shared/city-details.ts';
import type { Layout } from '../shared/layout.ts';
import { buildingOf } from './advice/orders.ts';
import type { EmpireState } from '../../world/read.ts';

interface Way {
  href: string;
  text: string;
  /** After the link. */
  rest?: string;
}

/** Where the armies of a city go: to a target of the reader's choice. */
function sendAway(city: CityDetails, armies: readonly ArmyDetails[]): Way[] {
  const able = armies.filter(
    ({ tile, orders, until }) => orders.march && until === null && sameTile(tile, city.tile),
  );
  const [army] = able;
  if (army === undefined) return [];
  const { x, y } = city.tile;
  return [
    {
      href: able.length === 1 ? `/map?x=${x}&y=${y}&army=${army.id}` : armyAddress(army.id),
      text: able.length === 1 ? `send ${army.name} away` : 'send its armies away',
      rest: ' if it would lose',
    },
  ];
}

/** Null unless an attack is on its way to a city of the reader and something helps. */
export function adviseThreatened(
  { alarms, allianceHref }: Pick<Layout, 'alarms' | 'allianceHref'>,
  cities: readonly CityDetails[],
  armies: readonly ArmyDetails[],
  { empire, world, now }: EmpireState,
) {
  const threats = alarms.flatMap((alarm) => {
    const city = cities.find(({ tile }) => sameTile(tile, alarm));
    return city === undefined ? [] : [{ city, contactAt: alarm.contact_at }];
  });
  const [first] = threats;
  if (first === undefined) return null;
  const { city, contactAt } = first;
  const { next: wall, isBarred } = buildingOf(city, 'wall');
  const startsAt = city.queue.at(-1)?.completesAt ?? now;
  const isInTime = wall !== null && !isBarred && startsAt + wall.durationMs <= contactAt;
  const ways: Way[] = [
    ...(isInTime ? [{ href: `/city/${city.id}#build-wall`, text: `raise the wall to ${wall.level}` }] : []),
    ...sendAway(city, armies),
    ...(allianceHref === '/alliances'
      ? []
      : [{ href: `${allianceHref}#threats`, text: 'ask your alliance for a guard' }]),
    ...(isSpared(empire, now, world.speed)
      ? []
      : [{ href: `/city/${city.id}`, text: 'spend your stock', rest: ', of which a victor takes a part' }]),
  ];
  return ways.length === 0 ? null : { city: city.name, contactAt, ways };
}
