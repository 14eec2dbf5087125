/** Seats: their tiles, the attack on them, truce, weariness and limit, and what changes with their holder. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { moveArmy, recallArmy } from '../../src/game/orders/armies.ts';
import { noStacks } from '../../src/game/fight/battle.ts';
import { statusOfArmy } from '../../src/game/march/marching.ts';
import { crownPartsAt } from '../../src/game/diplomacy/reigns.ts';
import {
  moraleAgainst,
  returnSeat,
  seatRefusal,
  seatWish,
  truceUntil,
  wearinessAt,
} from '../../src/game/contact/seats.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { Empire, HeldSeat } from '../../src/game/types.ts';
import { first32BitsOf } from '../support/hashes.ts';
import {
  armyOf,
  at,
  attack,
  flatRolls,
  holdSeat,
  hourMs,
  makeEmpire,
  makeKeeper,
  makeWorld,
  minuteMs,
  refusal,
  t0,
  ignoreEvents,
  type EmpirePlan,
} from '../support/worlds.ts';
import { clash, type Duel } from './duel.ts';

const tile = at(4, 0);
const seatOf = (heldSince: number | null, number = 0): HeldSeat => ({
  id: `seat-${number}`,
  number,
  x: tile.x + 10 * number,
  y: tile.y,
  heldSince,
});
const food = { food: 900_000 };

interface Stage extends Duel {
  seat: HeldSeat;
}

/** An attacker at 0/0, and a seat at 4/0 that a player has held for 20 hours, or that its keeper holds. */
function stage({
  by = {},
  on = {},
  heldFor = 20 * hourMs,
  speed = 1,
}: { by?: EmpirePlan; on?: EmpirePlan | null; heldFor?: number; speed?: number } = {}): Stage {
  const attacker = makeEmpire({ id: 'a', stock: food, armies: [{ units: { soldiers: 100 } }], ...by });
  const seat = seatOf(on === null ? null : t0 - heldFor);
  const holder =
    on === null
      ? makeKeeper('k', seat)
      : makeEmpire({ id: 'd', stock: food, cities: [{ at: at(30, 0) }], ...on });
  const world = makeWorld([attacker, holder], speed);
  if (on !== null) holdSeat(holder, seat, world);
  return { world, by: attacker, on: holder, seat };
}

const order = ({ world, by, on, seat }: Stage, now = t0): Battle =>
  attack(world, { by, on, target: seat, now });

/** Another empire with this army in its one city, 40 tiles away. */
function addRival({ world }: Stage, soldiers: number): Empire {
  const rival = makeEmpire({
    id: 'b',
    cities: [{ at: at(0, 40) }],
    stock: food,
    armies: [{ units: { soldiers } }],
  });
  world.empires.set(rival.id, rival);
  return rival;
}

describe('the tile of a seat', () => {
  it.each([
    [0, at(0, 0)],
    [1, at(-4, -10)],
    [2, at(7, -14)],
    [3, at(5, 19)],
  ])('%i wishes for %o', (number, wish) => {
    const { x, y } = seatWish(number, first32BitsOf(`seat:${number}`) / 2 ** 32);
    expect({ x: x + 0, y: y + 0 }).toEqual(wish);
  });
});

describe('weariness', () => {
  it.each([
    [4000, 4000, 30 * hourMs + 59 * minuteMs, 1, 1300],
    [39, 7, 30 * hourMs, 1, 1237],
    [500, 500, 400 * hourMs, 1, 5000],
    [500, 500, 900 * hourMs, 1, 5000],
    [500, 500, 399 * hourMs + 59 * minuteMs, 1, 4990],
    [500, 500, 3 * hourMs, 10, 1300],
  ])(
    'of scores %i against %i, held %i ms at speed %i: morale %i',
    (attacker, defender, ms, speed, morale) => {
      const held = { heldSince: t0, at: t0 + ms, speed };
      expect(moraleAgainst({ attacker, defender }, held)).toBe(morale);
    },
  );

  it('is 0 for a keeper', () => {
    expect(wearinessAt(null, t0, 1)).toBe(0);
  });
});

describe('an order', () => {
  it('has its contact after half an hour / speed at the earliest', () => {
    expect([1, 7].map((speed) => order(stage({ speed })).contactAt - t0)).toEqual([1_800_000, 257_143]);
  });

  it('ends the attacker’s own newcomer protection', () => {
    const { world, by, on, seat } = stage({ by: { createdAt: t0 - hourMs } });
    const kinds: string[] = [];
    attack(world, { by, on, target: seat, emit: ({ kind }) => kinds.push(kind) });
    expect([by.protectionEnded, kinds]).toEqual([true, ['protection_ended', 'battle_ordered']]);
  });

  it('is not refused for protection', () => {
    const scene = stage({ by: { destroyedValue: 40_000_000 } });
    expect(refusal(() => order(scene))).toBeNull();
  });

  it.each([
    ['ends at the end of the truce', hourMs, 27, 7 * hourMs],
    ['ends after the warning, if that is later', 7.75 * hourMs, 7, hourMs / 2],
    ['ends after the march, if that is later', 7.75 * hourMs, 30, 0.75 * hourMs],
  ])('during a truce %s', (_claim, heldFor, tiles, wait) => {
    // Soldiers march 40 tiles an hour.
    const scene = stage({ heldFor, by: { cities: [{ at: at(tile.x - tiles, 0) }] } });
    expect(order(scene).contactAt - t0).toBe(wait);
  });

  it('keeps the value of its army', () => {
    expect(order(stage()).value).toBe(100 * 100);
  });

  it('is refused at three seats', () => {
    const scene = stage();
    for (const number of [1, 2, 3]) holdSeat(scene.by, seatOf(t0, number), scene.world);
    expect(refusal(() => order(scene))).toBe('SEAT_LIMIT');
  });
});

describe('a victory', () => {
  it('against a keeper needs its 200 militia to fall', () => {
    const scene = stage({ on: null, by: { armies: [{ units: { soldiers: 400 } }] } });
    expect(clash(scene, scene.seat).outcome).toMatchObject({
      result: 'attacker_won',
      morale: 668,
      defenderStart: { ...noStacks(), militia: 200 },
      wall: null,
      loot: { gold: 0, food: 0, materials: 0 },
    });
  });

  it('gives the seat to the attacker from that moment, and the loser the right to strike back', () => {
    const scene = stage();
    const { contactAt } = clash(scene, scene.seat);
    expect([scene.by.seats, scene.on.seats]).toEqual([[{ ...scene.seat, heldSince: contactAt }], []]);
    expect(scene.on.attackedBy).toEqual({ a: contactAt });
  });

  it('takes no other seat of the holder, and leaves the attacks on it', () => {
    const scene = stage({ heldFor: 0 });
    const second = seatOf(t0 - 20 * hourMs, 1);
    holdSeat(scene.on, second, scene.world);
    const other = attack(scene.world, { by: addRival(scene, 9), on: scene.on, target: scene.seat });
    const { contactAt } = clash(scene, second);
    expect([scene.by.seats, scene.on.seats]).toEqual([[{ ...second, heldSince: contactAt }], [scene.seat]]);
    expect(other.defenderId).toBe('d');
  });

  it('leaves the army on the tile, busy until the last round has been shown', () => {
    const scene = stage({ on: { armies: [{ at: tile, units: { archers: 5 } }] } });
    const { outcome } = clash(scene, scene.seat);
    const army = armyOf(scene.by);
    expect([statusOfArmy(scene.by, army, outcome.at), army.x, army.y]).toEqual(['fighting', 4, 0]);
    expect(
      refusal(() =>
        moveArmy(scene.world, scene.by, army, { x: 9, y: 9 }, { now: outcome.at, emit: ignoreEvents }),
      ),
    ).toBe('ARMY_BUSY');
    advance(scene.world, outcome.endsAt, flatRolls);
    expect([statusOfArmy(scene.by, army, outcome.endsAt), army.march]).toEqual(['idle', null]);
  });

  it('is reported to both players, but not to a keeper', () => {
    const kinds = ({ world, ...scene }: Stage) =>
      advance(world, order({ world, ...scene }).contactAt, flatRolls).map(({ kind }) => kind);
    // Without a defender there is no round to show: the army stands there at once.
    expect(kinds(stage())).toEqual(['battle_decided', 'seat_taken', 'seat_lost', 'army_arrived']);
    const strong = { armies: [{ units: { soldiers: 400 } }] };
    expect(kinds(stage({ on: null, by: strong }))).toEqual(['battle_decided', 'seat_taken']);
  });

  it('lets the crowns of both go on from what they were', () => {
    const scene = stage();
    scene.world.firstReignAt = t0 - 10 * hourMs;
    scene.on.reignEndsAt = scene.world.firstReignAt + 720 * hourMs;
    const { contactAt } = clash(scene, scene.seat);
    const parts = [scene.on, scene.by].map((empire) => crownPartsAt(empire, contactAt + 1000, 1));
    expect(parts).toEqual([10.5 * hourMs, 1000]);
    expect(scene.by.reignEndsAt).toBe(scene.on.reignEndsAt);
  });

  it('ends the reign of a loser without crowns', () => {
    const scene = stage();
    scene.world.firstReignAt = t0 + hourMs / 2;
    scene.on.reignEndsAt = scene.world.firstReignAt + 720 * hourMs;
    clash(scene, scene.seat);
    expect([scene.on.reignEndsAt, scene.on.crownOffset]).toEqual([null, 0]);
  });

  it('has only the armies of the holder on the tile against it', () => {
    const armies = [
      { at: tile, units: { archers: 3 } },
      { at: at(5, 0), units: { archers: 50 } },
    ];
    const scene = stage({ on: { armies } });
    expect(clash(scene, scene.seat).outcome.defenderStart).toEqual({ ...noStacks(), archers: 3 });
  });
});

it('a defeat sends survivors home; the seat stays', () => {
  const scene = stage({ on: { armies: [{ at: tile, units: { archers: 400 } }] } });
  expect(clash(scene, scene.seat).outcome.result).toBe('defender_won');
  expect([scene.on.seats.length, scene.by.seats.length]).toEqual([1, 0]);
});

describe('other attacks on the same seat', () => {
  it('name the new holder from then on, and are called off under the truce', () => {
    const scene = stage();
    order(scene);
    const second = attack(scene.world, {
      by: addRival(scene, 9),
      on: scene.on,
      target: scene.seat,
      now: t0 + minuteMs,
    });
    advance(scene.world, t0 + hourMs / 2, flatRolls);
    expect(second.defenderId).toBe('a');
    advance(scene.world, second.contactAt, flatRolls);
    expect(second.outcome?.reason).toBe('truce');
  });

  it('are called off if the attacker already holds the seat', () => {
    const scene = stage({ by: { armies: [{ units: { soldiers: 10 } }, { units: { catapults: 1 } }] } });
    order(scene);
    const army = armyOf(scene.by, 'a-a2');
    const own = attack(scene.world, { by: scene.by, army, on: scene.on, target: scene.seat });
    advance(scene.world, own.contactAt, flatRolls);
    expect([own.defenderId, own.outcome?.reason]).toEqual(['a', 'own_seat']);
    expect(army.march?.kind).toBe('return');
  });

  it('are called off if the attacker holds three other seats at contact', () => {
    const scene = stage();
    const battle = order(scene);
    for (const number of [1, 2, 3]) holdSeat(scene.by, seatOf(t0, number), scene.world);
    advance(scene.world, battle.contactAt, flatRolls);
    expect(battle.outcome?.reason).toBe('seat_limit');
  });

  it.each([
    [600, 500, ['attacker_won', 'truce'], [1, 0]],
    [500, 600, ['truce', 'attacker_won'], [0, 1]],
    [100, 100, ['attacker_won', 'truce'], [1, 0]],
  ])(
    'of %i and %i soldiers at the end of a truce fight by their value, then by their numbers',
    (soldiers, others, results, seats) => {
      const scene = stage({
        heldFor: hourMs,
        by: { armies: [{ units: { soldiers } }] },
        on: { armies: [{ at: tile, units: { archers: 10 } }] },
      });
      const rival = addRival(scene, others);
      const battles = [
        order(scene),
        attack(scene.world, { by: rival, on: scene.on, target: scene.seat, now: t0 + 1 }),
      ];
      advance(scene.world, t0 + 7 * hourMs, flatRolls);
      expect(battles.map(({ outcome }) => outcome?.reason ?? outcome?.result)).toEqual(results);
      expect([scene.by, rival].map((empire) => empire.seats.length)).toEqual(seats);
    },
  );

  it('may succeed eight hours / speed after the last one, and at any time against the first keeper', () => {
    expect([1, 7].map((speed) => truceUntil(t0, speed))).toEqual([t0 + 8 * hourMs, t0 + 4_114_286]);
    expect(truceUntil(null, 1)).toBeNull();
  });

  it('wait for two hours after a recall, which attacks on other seats of the holder do not', () => {
    const scene = stage({ by: { armies: [{ units: { soldiers: 9 } }, { units: { soldiers: 9 } }] } });
    const { world, by, on, seat } = scene;
    const second = seatOf(t0 - 20 * hourMs, 1);
    holdSeat(on, second, world);
    order(scene);
    recallArmy(world, by, armyOf(by), t0, ignoreEvents);
    const again = (target: HeldSeat) =>
      refusal(() => attack(world, { by, army: armyOf(by, 'a-a2'), on, target }));
    expect([again(seat), again(second)]).toEqual(['RECENTLY_RECALLED', null]);
  });

  it('are called off if the holder has no such seat', () => {
    const scene = stage();
    const { by, on } = scene;
    expect(seatRefusal(by, { ...on, seats: [] }, order(scene), { at: t0, speed: 1 })).toBe('target_gone');
  });
});

describe('the seat of a holder that leaves the world', () => {
  const leaving = () => {
    const scene = stage();
    const second = seatOf(t0 - hourMs, 1);
    holdSeat(scene.on, second, scene.world);
    const keeper = makeKeeper('k', seatOf(null, 2));
    scene.world.empires.set('k', keeper);
    const giveBack = (id: string, keeperId: string) =>
      returnSeat(scene.world, id, { from: scene.on, keeperId, at: t0 });
    return { ...scene, second, keeper, giveBack };
  };

  it('is that of a keeper as at the start, who has no reign; other seats stay', () => {
    const { on, seat, second, keeper, giveBack } = leaving();
    giveBack(second.id, 'k');
    expect([on.seats, keeper.seats]).toEqual([[seat], [seatOf(null, 2), { ...second, heldSince: null }]]);
    expect(keeper.reignEndsAt).toBeNull();
  });

  it.each([
    ['seat-9', 'k'],
    ['seat-0', 'x'],
  ])('and its keeper must be loaded: %s, %s', (id, keeperId) => {
    expect(() => leaving().giveBack(id, keeperId)).toThrow('not loaded');
  });
});

describe('an army of the holder on its seat', () => {
  const posted = (): Stage =>
    stage({ on: { armies: [{ at: tile, units: { archers: 3 } }], destroyedValue: 4_000_000 } });
  const attackArmy = ({ world, by, on }: Stage): Battle => attack(world, { by, on, target: armyOf(on) });

  it('is no target of its own at the order', () => {
    expect(refusal(() => attackArmy(posted()))).toBe('INVALID_TARGET');
  });

  it('is gone at contact if its empire has got the seat meanwhile', () => {
    const scene = posted();
    const seats = scene.on.seats.splice(0);
    const battle = attackArmy(scene);
    scene.on.seats.push(...seats);
    advance(scene.world, battle.contactAt, flatRolls);
    expect(battle.outcome?.reason).toBe('target_gone');
  });
});
