/** Seats and reigns over HTTP: one game in which a seat is taken from its keeper, lost to a rival, and wins a reign. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BattleView } from '../../src/contract/battle.ts';
import type { Leaderboard } from '../../src/contract/leaderboard.ts';
import type { Reigns, SeatView } from '../../src/contract/seats.ts';
import { moraleOf } from '../../src/game/battle.ts';
import { foundAlliance } from '../support/alliances.ts';
import { enrich, plantSeat, setUnits, unknownId } from '../support/set-state.ts';
import { sendAnonymously, useTestGame, type Answer, type Ruler } from '../support/game.ts';
import { openSession, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { closeClients, connect, type LiveClient } from '../support/sockets.ts';
import { dayMs, hourMs, minuteMs, the } from '../support/worlds.ts';

interface Ordered {
  battle: { id: string; defender_id: string; contact_at: string; morale: number };
  code: string;
  details: string;
}

const game = useTestGame();
let ann: Ruler;
let bob: Ruler;
let cat: Ruler;
let seat: SeatView;
let allianceId: string;

const iso = (ms: number): string => new Date(ms).toISOString();
const read = async <Body>(path: string, reader = ann): Promise<Body> =>
  (await reader.send<Body>('GET', path)).body;
const seats = async (): Promise<SeatView[]> =>
  (await sendAnonymously<{ seats: SeatView[] }>(game.url, 'GET', '/api/seats')).body.seats;
const seize = (by: Ruler, armyId = by.armyId, targetId = seat.id): Promise<Answer<Ordered>> =>
  by.send<Ordered>('POST', '/api/battle', { army_id: armyId, target_type: 'seat', target_id: targetId });
const refuseSeizing = (by: Ruler, target = { target_type: 'seat', target_id: seat.id }) =>
  refusalOf(game, by, 'POST', '/api/battle', { army_id: by.armyId, ...target });
const passUntil = (at: number): Promise<void> => game.pass(at - game.clock.now());
const entriesOf = async (reader: Ruler, type: string): Promise<{ at: string; data: object }[]> =>
  (
    await read<{ events: { type: string; at: string; data: object }[] }>(
      `/api/empire/${reader.empireId}/events?limit=100`,
      reader,
    )
  ).events.filter((entry) => entry.type === type);
const renew = async (ruler: Ruler): Promise<Ruler> => ({
  ...ruler,
  ...(await openSession(game, ruler.username)),
});
const split = async (by: Ruler): Promise<string> =>
  (
    await by.send<{ army: { id: string } }>('POST', `/api/army/${by.armyId}/split`, {
      units: { soldiers: 300 },
    })
  ).body.army.id;

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
  seat = the((await seats())[0]);
});
afterAll(closeClients);

describe('a seat of its keeper', () => {
  it('is listed without a session, with nobody as its holder', async () => {
    expect(await seats()).toEqual([
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

  it('is not found under another id', async () => {
    expect(await refuseSeizing(ann, { target_type: 'seat', target_id: unknownId })).toEqual(
      refused(404, 'NOT_FOUND'),
    );
  });

  it('earns nobody a crown', async () => {
    const { current, hegemons } = await read<Reigns>('/api/reigns');
    expect([current.number, current.standings, hegemons]).toEqual([1, [], []]);
  });
});

describe('an attack on a seat', () => {
  let ordered: Answer<Ordered>;
  let contactAt: number;
  beforeAll(async () => {
    ordered = await seize(ann);
    contactAt = game.clock.now() + hourMs / 2;
    await passUntil(contactAt + minuteMs);
  });

  it('has its contact half an hour after the order, although the march takes 12 minutes', () => {
    expect([ordered.status, ordered.body.battle.contact_at]).toEqual([201, iso(contactAt)]);
  });

  it('ends the newcomer protection of the attacker', async () => {
    const rows = await game.query('SELECT id FROM empires WHERE protection_ended ORDER BY id');
    expect(rows).toEqual([{ id: ann.empireId }]);
  });

  it('gives it to the attacker, under a truce of eight hours', async () => {
    const { body } = await ann.send<{ name: string; seats: object[] }>('GET', `/api/empire/${ann.empireId}`);
    expect((await seats())[0]).toMatchObject({
      holder: { empire_id: ann.empireId, empire_name: body.name },
      held_since: iso(contactAt),
      truce_until: iso(contactAt + 8 * hourMs),
      morale_bonus: 0,
    });
    expect(body.seats).toMatchObject([{ id: seat.id, number: 0 }]);
  });

  it('leaves the army on the tile', async () => {
    const { armies } = await read<{ armies: { id: string; location: object; status: string }[] }>(
      `/api/empire/${ann.empireId}/military`,
    );
    expect(armies).toMatchObject([{ id: ann.armyId, location: { x: 0, y: 0 }, status: 'idle' }]);
  });

  it('is in the event log of the attacker', async () => {
    expect(await entriesOf(ann, 'seat_taken')).toMatchObject([
      { at: iso(contactAt), data: { seat_id: seat.id, seat_number: 0, opponent_name: 'Keeper of seat 0' } },
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
    const until = the((await seats())[0]).truce_until;
    const { body } = await seize(bob);
    expect(body.battle.contact_at).toBe(until);
    const { units } = await read<{ units: object }>(`/api/empire/${bob.empireId}/military`, bob).then(
      (military) => the((military as unknown as { armies: { units: object }[] }).armies[0]),
    );
    expect(the((await seats())[0]).attacks).toMatchObject([
      { battle_id: body.battle.id, empire_id: bob.empireId, contact_at: until, value: 90_000, units },
    ]);
    await bob.send('POST', `/api/army/${bob.armyId}/recall`);
    expect(the((await seats())[0]).attacks).toEqual([]);
  });

  it('earns a crown an hour, in the empire, the standings and the leaderboard', async () => {
    const since = Date.parse(the((await seats())[0]).held_since ?? '');
    await passUntil(since + 2 * hourMs);
    const { crowns } = await read<{ crowns: number }>(`/api/empire/${ann.empireId}`);
    const { current } = await read<Reigns>('/api/reigns', bob);
    const { rankings, me } = await read<Leaderboard>('/api/leaderboard?type=crowns', bob);
    expect(crowns).toBe(2);
    expect(current.standings).toMatchObject([{ rank: 1, empire_id: ann.empireId, crowns: 2, seats: 1 }]);
    expect(rankings).toMatchObject([{ rank: 1, empire_id: ann.empireId, score: 2 }]);
    expect(me).toMatchObject({ rank: 2, empire_id: bob.empireId, score: 0 });
  });
});

describe('a seat that is lost', () => {
  let first: Answer<Ordered>;
  let second: Answer<Ordered>;
  let late: Answer<Ordered>;
  let undecided: BattleView;
  let scores: number[];
  let contactAt: number;
  let live: LiveClient;
  beforeAll(async () => {
    allianceId = await foundAlliance(bob);
    live = await connect(game.url, { token: bob.token });
    await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination: { x: 0, y: 20 } });
    const until = Date.parse(the((await seats())[0]).truce_until ?? '');
    await passUntil(until + 3 * hourMs);
    const other = await split(bob);
    first = await seize(bob);
    contactAt = game.clock.now() + hourMs / 2;
    await game.pass(minuteMs);
    second = await seize(bob, other);
    await game.pass(minuteMs);
    late = await seize(cat);
    undecided = await read<BattleView>(`/api/battle/${first.body.battle.id}`, bob);
    scores = await Promise.all(
      [bob, ann].map(
        async (ruler) => (await read<{ score: number }>(`/api/empire/${ruler.empireId}`, ruler)).score,
      ),
    );
    await passUntil(contactAt);
    await passUntil(contactAt + 10 * minuteMs);
  });

  it('was weary of its holder: 10 thousandths of morale for each of eleven hours', () => {
    const expected = moraleOf(the(scores[0]), the(scores[1])) + 110;
    expect([first.body.battle.morale, undecided.morale]).toEqual([expected, expected]);
  });

  it('has its new holder', async () => {
    expect((await seats())[0]).toMatchObject({
      holder: { empire_id: bob.empireId },
      held_since: iso(contactAt),
    });
  });

  it('brings the alliance of its new holder the attack of a third empire, and not that of its own army', async () => {
    await live.take('alliance_threat', ({ state }) => state === 'called_off');
    const attack = { battle_id: late.body.battle.id, attacker_id: cat.empireId, defender_id: bob.empireId };
    expect(live.all('alliance_threat')).toMatchObject([
      { ...attack, state: 'coming' },
      { ...attack, state: 'called_off' },
    ]);
  });

  it('is in the event logs of both', async () => {
    const seen = { at: iso(contactAt), data: { seat_id: seat.id, battle_id: first.body.battle.id } };
    expect(await entriesOf(ann, 'seat_lost')).toMatchObject([seen]);
    expect(await entriesOf(bob, 'seat_taken')).toMatchObject([seen]);
  });

  it('leaves its former holder the crowns so far', async () => {
    const { crowns } = await read<{ crowns: number }>(`/api/empire/${ann.empireId}`);
    const later = async () => {
      await game.pass(hourMs);
      return (await read<{ crowns: number }>(`/api/empire/${ann.empireId}`)).crowns;
    };
    expect([crowns, await later()]).toEqual([11, 11]);
  });

  it.each([
    ['another army of its new holder', 'own_seat', () => second, () => bob],
    ['a third empire', 'truce', () => late, () => cat],
  ])('calls off the attack of %s: %s', async (_who, reason, order, by) => {
    const { body } = await by().send<BattleView>('GET', `/api/battle/${order().body.battle.id}`);
    expect(body).toMatchObject({ result: 'called_off', called_off: reason });
    const entries = await entriesOf(by(), 'battle_called_off');
    expect(entries.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ battle_id: order().body.battle.id, role: 'attacker', reason }),
    );
  });
});

describe('an empire with three seats', () => {
  const plant = (number: number): Promise<void> =>
    plantSeat(game, {
      number,
      tile: { x: 20 * number, y: 40 },
      holderId: cat.empireId,
      heldSince: game.clock.now(),
    });

  it('that it got on the way, has its attack called off', async () => {
    const until = Date.parse(the((await seats())[0]).truce_until ?? '');
    await passUntil(until);
    await plant(1);
    await plant(2);
    const { status, body } = await seize(cat);
    await plant(3);
    await game.pass(hourMs);
    const report = await read<BattleView>(`/api/battle/${body.battle.id}`, cat);
    expect([status, report.called_off]).toEqual([201, 'seat_limit']);
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
    endsAt = Date.parse((await read<Reigns>('/api/reigns')).current.ends_at);
    winner = await read(`/api/empire/${cat.empireId}`, cat);
    await passUntil(endsAt - 1);
    [ann, bob, cat] = [await renew(ann), await renew(bob), await renew(cat)];
    latest = [await read<Reigns>('/api/reigns'), await read<Leaderboard>('/api/leaderboard?type=crowns')];
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
    const { current, hegemons } = await read<Reigns>('/api/reigns');
    expect([current.number, current.ends_at]).toEqual([2, iso(endsAt + 30 * dayMs)]);
    expect(hegemons).toEqual([
      {
        number: 1,
        alliance_tag: null,
        empire_id: cat.empireId,
        empire_name: winner.name,
        owner_username: cat.username,
        crowns: expect.any(Number) as number,
        ended_at: iso(endsAt),
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
    const { current } = await read<Reigns>('/api/reigns');
    expect(current.standings).toMatchObject([
      { empire_id: cat.empireId, crowns: 72, seats: 3 },
      { empire_id: bob.empireId, crowns: 24, seats: 1 },
    ]);
  });

  it('is in the event log of the Hegemon alone', async () => {
    expect(await entriesOf(cat, 'hegemon')).toMatchObject([{ at: iso(endsAt), data: { reign: 1 } }]);
    expect([await entriesOf(ann, 'hegemon'), await entriesOf(bob, 'hegemon')]).toEqual([[], []]);
  });
});
