/** The ruler of the visitor: one of the first alliance with a seat in reach, whose attack is under way. */
import { findTargetIn } from '../tournament/observe.ts';
import { orderAttack } from '../../src/game/orders/attack.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { axisDistance } from '../../src/game/march/map.ts';
import type { Army, Empire, Tile, WorldSlice } from '../../src/game/types.ts';
import { countUnits } from '../../src/game/counts.ts';
import { alliances } from './names.ts';
import { uuidOf } from './play.ts';

/** The most tiles to the nearest seat. */
const seatReach = 16;
const minUnits = 30;

const nearestOf = (tiles: readonly Tile[], city: Tile): number =>
  Math.min(...tiles.map((tile) => axisDistance(tile, city)));

const standingAt = ({ armies }: Empire, city: Tile): Army | undefined =>
  armies
    .filter(({ x, y, march, guards }) => march === null && guards === null && x === city.x && y === city.y)
    .sort((a, b) => countUnits(b.units) - countUnits(a.units))[0];

/** Chooses the ruler, and orders an attack on the nearest village. Throws an Error if no ruler fits. */
export function prepareVisitor(
  world: WorldSlice,
  now: number,
  emit: (event: GameEvent) => void,
): { visitor: Empire; contactAt: number } {
  const empires = [...world.empires.values()];
  const foreignSeats = (own: Empire) =>
    empires.filter((empire) => empire !== own).flatMap(({ seats }) => seats);
  const candidates = empires
    .filter(({ membership }) => membership?.allianceId === uuidOf(alliances[0]?.tag ?? ''))
    .flatMap((empire) => {
      const [capital] = empire.cities;
      const army = capital === undefined ? undefined : standingAt(empire, capital);
      if (capital === undefined || army === undefined || countUnits(army.units) < minUnits) return [];
      return [{ empire, capital, army, seat: nearestOf(foreignSeats(empire), capital) }];
    })
    .sort((a, b) => a.seat - b.seat);
  console.log(
    candidates
      .map(({ empire, army, seat }) => `${empire.name}: ${countUnits(army.units)} units, seat ${seat}`)
      .join('; '),
  );
  const [chosen] = candidates;
  if (chosen === undefined || chosen.seat > seatReach)
    throw new Error('no ruler has an army and a seat in reach');
  const { empire, capital, army } = chosen;
  const [village] = empires
    .filter(({ kind }) => kind === 'village')
    .flatMap(({ cities }) => cities)
    .sort((a, b) => axisDistance(a, capital) - axisDistance(b, capital));
  const target = village === undefined ? null : findTargetIn(world, { type: 'city', id: village.id });
  if (target === null) throw new Error('the world has no village');
  const id = uuidOf('the attack of the visitor');
  const battle = orderAttack(world, empire, army, target, {
    now,
    battle: { id, seed: (uuidOf('seed 1') + uuidOf('seed 2')).replaceAll('-', '') },
    emit,
  });
  return { visitor: empire, contactAt: battle.contactAt };
}
