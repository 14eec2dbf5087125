/** The live events of a battle: the warning, every round at its time, the end. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestGame, useTestGame, useNew } from '../support/game.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { attackCity, createEmpire, orderAttack } from '../support/players.ts';
import { expose, setUnits } from '../support/set-state.ts';
import { closeClients, connect, join, type LiveClient } from '../support/sockets.ts';

interface BattleView {
  rounds: { events: string[] }[];
  attacker: { losses: object };
  defender: { losses: object };
  loot: object;
}

const roundMs = 3_000;
const hourMs = 3_600_000;

const game = useTestGame();
let attacker: LiveClient;
const ann = useNew(() => createEmpire(game));
const bob = useNew(() => createEmpire(game));

beforeEach(async () => {
  attacker = await join(game.url, ann);
});
afterEach(closeClients);

const attack = () => orderAttack(ann, bob);

/** Orders an attack and moves the clock to its contact. Returns the id of the battle. */
async function reachContact(): Promise<string> {
  const { id, contact_at } = await attack();
  await game.passTo(contact_at);
  return id;
}

async function read(id: string): Promise<BattleView> {
  return (await ann.send<BattleView>('GET', `/api/battle/${id}`)).body;
}

describe('battle_start', () => {
  it.each<[string, () => Promise<LiveClient>]>([
    ['has joined', () => join(game.url, bob)],
    ['has not joined', () => connect(game.url, { token: bob.token })],
    [
      'has left the room',
      async () => {
        const defender = await join(game.url, bob);
        await defender.ask('leave_empire', { empire_id: bob.empireId });
        return defender;
      },
    ],
    [
      'founded an empire after connecting',
      async () => {
        await game.query('UPDATE users SET empire_id = NULL WHERE username = $1', bob.username);
        const defender = await connect(game.url, { token: bob.token });
        await defender.settle();
        await game.query('UPDATE users SET empire_id = $2 WHERE username = $1', bob.username, bob.empireId);
        return defender;
      },
    ],
  ])('warns a defender that %s, once', async (_, connected) => {
    const defender = await connected();
    await defender.settle();
    const { id } = await attack();
    expect((await defender.take('battle_start')).battle_id).toBe(id);
    await defender.settle();
    expect(defender.all('battle_start')).toHaveLength(1);
  });

  it('is sent to no other player', async () => {
    const other = await join(game.url, await createEmpire(game));
    await attack();
    await attacker.take('battle_start');
    await other.settle();
    expect(other.received).toEqual([]);
  });

  it('has no seq and comes before the empire_update of the order', async () => {
    await attack();
    await attacker.take('empire_event');
    expect(attacker.received.map(({ name }) => name)).toEqual([
      'battle_start',
      'empire_update',
      'empire_event',
    ]);
  });
});

describe('a battle with a guard', () => {
  it('concerns its holder, and tells the owner of the guard, too; the rounds of both fights follow each other', async () => {
    const [holder, guard] = [
      await createEmpire(game, { x: 0, y: 300 }),
      await createEmpire(game, { x: 8, y: 300 }),
    ];
    await enlist(holder, await foundAlliance(holder), guard);
    await guard.send('POST', `/api/army/${guard.armyId}/guard`, {
      ...{ target_type: 'city', target_id: holder.capitalId },
    });
    await game.pass(hourMs);
    const foe = await createEmpire(game, { x: -8, y: 300 });
    for (const { empireId } of [holder, foe]) await expose(game, empireId);
    await setUnits(game, foe.armyId, { soldiers: 300 });
    const clients = await Promise.all([foe, holder, guard].map((ruler) => join(game.url, ruler)));
    const id = await attackCity(foe, holder);
    for (const client of clients) {
      const { battle_id, defender_id } = await client.take('battle_start');
      expect([battle_id, defender_id]).toEqual([id, holder.empireId]);
    }
    await game.pass(hourMs);
    game.clock.advance(60_000);
    const { body } = await foe.send<{ guard: BattleView } & BattleView>('GET', `/api/battle/${id}`);
    const texts = [...body.guard.rounds, ...body.rounds].map(({ events }) => events);
    expect(Math.min(body.guard.rounds.length, body.rounds.length)).toBeGreaterThan(0);
    for (const client of clients) {
      await client.take('battle_end');
      const [contact, ...shown] = client.all('battle_update');
      expect([contact?.round, shown.map(({ round }) => round)]).toEqual([
        0,
        texts.map((_, index) => index + 1),
      ]);
      expect(shown.map(({ events }) => events)).toEqual(texts);
    }
  });
});

describe('battle_update', () => {
  it('is not sent before contact', async () => {
    const battle = await attack();
    await game.pass(Date.parse(battle.contact_at) - game.clock.now() - 1);
    await attacker.settle();
    expect(attacker.all('battle_update')).toEqual([]);
  });

  it('sends round 1 with its texts three seconds after contact, not a millisecond early', async () => {
    const id = await reachContact();
    await attacker.take('battle_update');
    game.clock.advance(roundMs - 1);
    await attacker.settle();
    expect(attacker.all('battle_update')).toHaveLength(1);
    game.clock.advance(1);
    const { round, events } = await attacker.take('battle_update');
    expect({ round, events }).toEqual({ round: 1, events: (await read(id)).rounds[0]?.events });
    expect(events.length).toBeGreaterThan(0);
  });

  it('sends every round once, in order', async () => {
    const id = await reachContact();
    await attacker.take('battle_update');
    game.clock.advance(60_000);
    await attacker.take('battle_end');
    const rounds = attacker.all('battle_update').map(({ round }) => round);
    const { length } = (await read(id)).rounds;
    expect(rounds).toEqual(Array.from({ length: length + 1 }, (_, round) => round));
  });

  it('is sent to no other player and to no client that has not joined', async () => {
    const other = await join(game.url, await createEmpire(game));
    const idle = await connect(game.url, { token: bob.token });
    await reachContact();
    await attacker.take('battle_update');
    await other.settle();
    await idle.settle();
    expect([other.all('battle_update'), idle.all('battle_update')]).toEqual([[], []]);
  });

  it('sends all rounds at once when contact was decided late', async () => {
    await attack();
    await game.pass(3_600_000);
    await attacker.take('battle_end');
    expect(attacker.all('battle_update').length).toBeGreaterThan(2);
  });
});

describe('battle_end', () => {
  it('comes with the last round and not before', async () => {
    const id = await reachContact();
    const contact = game.clock.now();
    await attacker.take('battle_update');
    await game.instance.worldClock.catchUp();
    const rows = await game.query<{ ends_at: number }>('SELECT ends_at FROM battles WHERE id = $1', id);
    const endsAt = rows[0]?.ends_at ?? 0;
    game.clock.set(endsAt - 1);
    await attacker.settle();
    expect(attacker.all('battle_end')).toEqual([]);
    game.clock.set(endsAt);
    await attacker.take('battle_end');
    expect(attacker.all('battle_update').at(-1)?.round).toBe((endsAt - contact) / roundMs);
  });

  it('contains the loot of a winning attacker', async () => {
    await game.query('DELETE FROM armies WHERE empire_id = $1', bob.empireId);
    game.clock.advance(25 * 3_600_000);
    const id = await reachContact();
    game.clock.advance(60_000);
    const { winner, loot } = await attacker.take('battle_end');
    expect({ winner, loot }).toEqual({ winner: 'attacker', loot: (await read(id)).loot });
    expect(loot.gold).toBeGreaterThan(0);
  });

  it('is a draw without rounds, for both sides, when the army was recalled', async () => {
    const defender = await join(game.url, bob);
    const { id } = await attack();
    await ann.send('POST', `/api/army/${ann.armyId}/recall`);
    const none = { soldiers: 0, archers: 0, knights: 0, catapults: 0 };
    const end = {
      battle_id: id,
      winner: 'draw',
      casualties: { attacker: none, defender: none },
      loot: { gold: 0, food: 0, materials: 0 },
    };
    expect(await attacker.take('battle_end')).toEqual(end);
    expect(await defender.take('battle_end')).toEqual(end);
    expect(attacker.all('battle_update')).toEqual([]);
  });
});

describe('contact', () => {
  it('sends the remaining units to both sides as an empire_update', async () => {
    const defender = await join(game.url, bob);
    await reachContact();
    const fewer = { changes: { military: { total_units: expect.any(Number) as number } } };
    const atHome = await defender.take('empire_update');
    expect(atHome).toMatchObject(fewer);
    expect(atHome.changes.military.total_units).toBeLessThan(30);
  });
});

describe('a client that joins in the middle of a battle', () => {
  it('receives the remaining rounds and the end, but no past rounds', async () => {
    await reachContact();
    await attacker.take('battle_update');
    game.clock.advance(roundMs);
    await attacker.take('battle_update');
    const late = await join(game.url, bob);
    game.clock.advance(60_000);
    await Promise.all([late.take('battle_end'), attacker.take('battle_end')]);
    expect(late.all('battle_update').map(({ round }) => round)).toEqual(
      attacker
        .all('battle_update')
        .map(({ round }) => round)
        .slice(2),
    );
  });

  it('receives them even if no client watched before', async () => {
    attacker.close();
    await reachContact();
    game.clock.advance(roundMs + 1);
    const late = await join(game.url, bob);
    game.clock.advance(roundMs - 1);
    expect((await late.take('battle_update')).round).toBe(2);
  });

  it('receives nothing of a battle that has ended', async () => {
    await reachContact();
    game.clock.advance(60_000);
    await attacker.take('battle_end');
    const late = await join(game.url, bob);
    await late.settle();
    expect(late.received).toEqual([]);
  });
});

it('sends the rounds half a second apart in a fast world', async () => {
  const fast = await startTestGame({ speed: 60 });
  try {
    const [cid, dan] = [await createEmpire(fast), await createEmpire(fast)];
    const watcher = await join(fast.url, cid);
    await fast.passTo((await orderAttack(cid, dan)).contact_at);
    await watcher.take('battle_update');
    fast.clock.advance(499);
    await watcher.settle();
    expect(watcher.all('battle_update')).toHaveLength(1);
    fast.clock.advance(1);
    expect((await watcher.take('battle_update')).round).toBe(1);
  } finally {
    await fast.stop();
  }
});
