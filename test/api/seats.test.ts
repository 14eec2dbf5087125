/** Seats and reigns over HTTP: one game in which a seat is taken from its keeper, lost to a rival, and wins a reign. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Leaderboard } from '../../src/contract/leaderboard.ts';
import type { Reigns, SeatView } from '../../src/contract/seats.ts';
import { foundAlliance } from '../support/alliances.ts';
import { enrich, plantSeat, setUnits } from '../support/set-state.ts';
import { isoOf } from '../../src/kernel/time.ts';
import { sendAnonymously, useTestGame, type Ruler } from '../support/game.ts';
import { openSession, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import {
  entriesOf,
  moveArmy,
  orderAttack,
  readArmies,
  readEmpire,
  recallArmy,
  splitArmy,
} from '../support/requests.ts';
import { closeClients, connect, type LiveClient } from '../support/sockets.ts';
import { dayMs, hourMs, minuteMs, the } from '../support/worlds.ts';

const game = useTestGame();
let ann: Ruler;
let bob: Ruler;
let cat: Ruler;
let seat: SeatView;
let allianceId: string;

const readReigns = (): Promise<Reigns> => ann.read('/api/reigns');
const readSeats = async (): Promise<SeatView[]> =>
  (await sendAnonymously<{ seats: SeatView[] }>(game.url, 'GET', '/api/seats')).body.seats;
const readSeat = async (): Promise<SeatView> => the((await readSeats())[0]);
const crownsOf = async ({ empireId }: Ruler): Promise<number> => (await readEmpire(ann, empireId)).crowns;
const readRanking = (by: Ruler): Promise<Leaderboard> => by.read('/api/leaderboard?type=crowns');
const seize = (by: Ruler, armyId = by.armyId) => orderAttack(by, seat.id, { type: 'seat', armyId });
const refuseSeizing = (by: Ruler, target = { target_type: 'seat', target_id: seat.id }) =>
  refusalOf(game, by, 'POST', '/api/battle', { army_id: by.armyId, ...target });
const passUntil = (at: number): Promise<void> => game.pass(at - game.clock.now());
const renew = async (ruler: Ruler): Promise<Ruler> => ({
  ...ruler,
  ...(await openSession(game, ruler.username)),
});

beforeAll(async () => {
  [ann, bob, cat] = [
    await createEmpire(game, { x: 0, y: 8 }),
    await createEmpire(game, { x: 8, y: 0 }),
    await createEmpire(game, { x: -8, y: 0 }),
  ];
  for (const { empireId, armyId } of [ann, bob, cat]) {
    await enrich(game, empireId);
    await setUnits(game, armyId, { soldiers: 900 });
  }
  seat = await readSeat();
});
afterAll(closeClients);

describe('a seat of its keeper', () => {
  it('is listed without a session, with nobody as its holder', async () => {
    expect(await readSeats()).toEqual([
      {
        id: expect.any(String) as string,
        number: 0,
        location: { x: 0, y: 0 },
        holder: null,
        held_since: null,
        truce_until: null,
        morale_bonus: 0,
        guard: null,
        attacks: [],
      },
    ]);
  });
});

describe('an attack on a seat', () => {
  let ordered: Awaited<ReturnType<typeof seize>>;
  let contactAt: number;
  beforeAll(async () => {
    ordered = await seize(ann);
    contactAt = game.clock.now() + hourMs / 2;
    await passUntil(contactAt + minuteMs);
  });

  it('has its contact half an hour after the order, although the march takes 12 minutes', () => {
    expect([ordered.status, ordered.body.battle.contact_at]).toEqual([201, isoOf(contactAt)]);
  });

  it('gives it to the attacker, under a truce of eight hours', async () => {
    const { name, seats } = await readEmpire(ann, ann.empireId);
    expect(await readSeat()).toMatchObject({
      holder: { empire_id: ann.empireId, empire_name: name },
      held_since: isoOf(contactAt),
      truce_until: isoOf(contactAt + 8 * hourMs),
      morale_bonus: 0,
    });
    expect(seats).toMatchObject([{ id: seat.id, number: 0 }]);
  });

  it('is in the event log of the attacker', async () => {
    expect(await entriesOf(ann, 'seat_taken')).toMatchObject([
      { at: isoOf(contactAt), data: { seat_id: seat.id, seat_number: 0, opponent_name: 'Keeper of seat 0' } },
    ]);
  });
});

describe('a held seat', () => {
  it('cannot be attacked by its holder', async () => {
    expect(await refuseSeizing(ann)).toEqual(refused(400, 'INVALID_TARGET'));
  });

  it('is the target instead of an army of its holder that stands there', async () => {
    const army = { target_type: 'army', target_id: ann.armyId };
    expect(await refuseSeizing(bob, army)).toEqual(refused(409, 'INVALID_TARGET'));
  });

  it('shows everybody who has signed up for the end of its truce, and with what', async () => {
    const { truce_until: until } = await readSeat();
    const { body } = await seize(bob);
    expect(body.battle.contact_at).toBe(until);
    const { units } = the((await readArmies(bob, bob.empireId))[0]);
    expect((await readSeat()).attacks).toMatchObject([
      { battle_id: body.battle.id, empire_id: bob.empireId, contact_at: until, value: 90_000, units },
    ]);
    await recallArmy(bob);
    expect((await readSeat()).attacks).toEqual([]);
  });

  it('earns a crown an hour, in the empire, the standings and the leaderboard', async () => {
    await passUntil(Date.parse((await readSeat()).held_since ?? '') + 2 * hourMs);
    const { current } = await readReigns();
    const { rankings, me } = await readRanking(bob);
    expect(await crownsOf(ann)).toBe(2);
    expect(current.standings).toMatchObject([{ rank: 1, empire_id: ann.empireId, crowns: 2, seats: 1 }]);
    expect(rankings).toMatchObject([{ rank: 1, empire_id: ann.empireId, score: 2 }]);
    expect(me).toMatchObject({ rank: 2, empire_id: bob.empireId, score: 0 });
  });
});

describe('a seat that is lost', () => {
  let first: Awaited<ReturnType<typeof seize>>;
  let late: typeof first;
  let contactAt: number;
  let live: LiveClient;
  beforeAll(async () => {
    allianceId = await foundAlliance(bob);
    live = await connect(game.url, { token: bob.token });
    await moveArmy(ann, { x: 0, y: 20 });
    await passUntil(Date.parse((await readSeat()).truce_until ?? '') + 3 * hourMs);
    const other = (await splitArmy(bob, { soldiers: 300 })).body.army.id;
    first = await seize(bob);
    contactAt = game.clock.now() + hourMs / 2;
    await game.pass(minuteMs);
    await seize(bob, other);
    await game.pass(minuteMs);
    late = await seize(cat);
    await passUntil(contactAt);
    await passUntil(contactAt + 10 * minuteMs);
  });

  it('has its new holder', async () => {
    expect(await readSeat()).toMatchObject({
      holder: { empire_id: bob.empireId },
      held_since: isoOf(contactAt),
    });
  });

  it('brings the alliance of its new holder the attack of a third empire, and not that of its own army', async () => {
    await live.take('alliance_threat', ({ state }) => state === 'called_off');
    const attack = {
      ...{ battle_id: late.body.battle.id, attacker_id: cat.empireId, holder: { empire_id: bob.empireId } },
      ...{ target_type: 'seat', target_id: seat.id },
    };
    expect(live.all('alliance_threat')).toMatchObject([
      { ...attack, state: 'coming' },
      { ...attack, state: 'called_off' },
    ]);
  });

  it('is in the event logs of both', async () => {
    const seen = { at: isoOf(contactAt), data: { seat_id: seat.id, battle_id: first.body.battle.id } };
    expect(await entriesOf(ann, 'seat_lost')).toMatchObject([seen]);
    expect(await entriesOf(bob, 'seat_taken')).toMatchObject([seen]);
  });

  it('leaves its former holder the crowns so far', async () => {
    await game.pass(hourMs);
    expect(await crownsOf(ann)).toBe(11);
  });
});

describe('an empire with three seats', () => {
  beforeAll(async () => {
    const heldSince = game.clock.now();
    for (const number of [1, 2, 3])
      await plantSeat(game, { number, tile: { x: 20 * number, y: 40 }, holderId: cat.empireId, heldSince });
  });

  it('cannot order an attack on a fourth', async () => {
    expect(await refuseSeizing(cat)).toEqual(refused(409, 'SEAT_LIMIT'));
  });
});

describe('the end of a reign', () => {
  let endsAt: number;
  let latest: [Reigns, Leaderboard];
  let winner: { name: string };
  beforeAll(async () => {
    endsAt = Date.parse((await readReigns()).current.ends_at);
    winner = await readEmpire(ann, cat.empireId);
    await passUntil(endsAt - 1);
    [ann, bob, cat] = [await renew(ann), await renew(bob), await renew(cat)];
    latest = [await readReigns(), await readRanking(ann)];
    await passUntil(endsAt + dayMs);
    // The first sessions have expired.
    [ann, bob, cat] = [await renew(ann), await renew(bob), await renew(cat)];
  });

  it('shows its standings up to its last millisecond', () => {
    const [{ current }, { rankings }] = latest;
    const [best] = current.standings;
    expect([current.number, best?.empire_id, rankings[0]?.empire_id]).toEqual([
      1,
      cat.empireId,
      cat.empireId,
    ]);
    expect(best?.crowns).toBeGreaterThan(500);
    expect(rankings[0]?.score).toBe(best?.crowns);
    expect(current.alliances).toMatchObject([
      { alliance_id: allianceId, crowns: current.standings[1]?.crowns },
    ]);
  });

  it('makes the empire with the most crowns its Hegemon', async () => {
    const { current, hegemons } = await readReigns();
    expect([current.number, current.ends_at]).toEqual([2, isoOf(endsAt + 30 * dayMs)]);
    expect(hegemons).toEqual([
      {
        number: 1,
        alliance_tag: null,
        empire_id: cat.empireId,
        empire_name: winner.name,
        owner_username: cat.username,
        crowns: expect.any(Number) as number,
        ended_at: isoOf(endsAt),
        // Bob’s, of one seat.
        alliances: [
          {
            alliance_id: allianceId,
            tag: expect.any(String) as string,
            name: expect.any(String) as string,
            crowns: expect.any(Number) as number,
          },
        ],
      },
    ]);
  });

  it('starts all crowns at 0, and leaves the holders their seats', async () => {
    const { current } = await readReigns();
    expect(current.standings).toMatchObject([
      { empire_id: cat.empireId, crowns: 72, seats: 3 },
      { empire_id: bob.empireId, crowns: 24, seats: 1 },
    ]);
  });

  it('is in the event log of the Hegemon alone', async () => {
    expect(await entriesOf(cat, 'hegemon')).toMatchObject([{ at: isoOf(endsAt), data: { reign: 1 } }]);
    expect([await entriesOf(ann, 'hegemon'), await entriesOf(bob, 'hegemon')]).toEqual([[], []]);
  });
});
