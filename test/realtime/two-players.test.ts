/** A game of two clients over REST and Socket.IO, from registration to a finished battle. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerEmpire, startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { closeClients, join, type LiveClient } from '../support/sockets.ts';

const hourMs = 3_600_000;

let game: TestGame;
let ann: Ruler;
let bob: Ruler;
let annLive: LiveClient;
let bobLive: LiveClient;
beforeAll(async () => {
  game = await startTestGame();
  ann = await registerEmpire(game.url);
  bob = await registerEmpire(game.url);
  annLive = await join(game.url, ann);
  bobLive = await join(game.url, bob);
});
afterAll(async () => {
  closeClients();
  await game.stop();
});

async function rankOf(ruler: Ruler): Promise<number> {
  const { body } = await ruler.send<{ me: { rank: number } }>('GET', '/api/leaderboard');
  return body.me.rank;
}

describe('a game of two over REST and Socket.IO', () => {
  let battleId: string;

  it('builds barracks and sends construction_complete', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'barracks' });
    await game.pass(hourMs);
    const { building } = await annLive.take('construction_complete');
    expect(building).toMatchObject({ type: 'barracks', level: 1 });
  });

  it('trains soldiers and sends unit_training_complete', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/train`, { unit_type: 'soldiers', quantity: 30 });
    await game.pass(hourMs);
    const { units } = await annLive.take('unit_training_complete');
    expect(units).toEqual({ type: 'soldiers', quantity: 30 });
  });

  it('warns the defender of the attack', async () => {
    const { body } = await ann.send<{ battle: { id: string } }>('POST', '/api/battle', {
      army_id: ann.armyId,
      target_type: 'city',
      target_id: bob.capitalId,
    });
    battleId = body.battle.id;
    expect(await bobLive.take('battle_start')).toMatchObject({ battle_id: battleId });
  });

  it('sends every round to both sides', async () => {
    await game.pass(hourMs);
    const [seenByAnn, seenByBob] = await Promise.all([
      annLive.take('battle_end').then(() => annLive.all('battle_update')),
      bobLive.take('battle_end').then(() => bobLive.all('battle_update')),
    ]);
    expect(seenByAnn.map(({ round }) => round)).toEqual(seenByAnn.map((_, round) => round));
    expect(seenByBob).toEqual(seenByAnn);
  });

  it('is won by the stronger army, with the same rounds in the report', async () => {
    const { body } = await bob.send<{ result: string; rounds: unknown[] }>('GET', `/api/battle/${battleId}`);
    expect([body.result, body.rounds.length]).toEqual([
      'attacker_won',
      annLive.all('battle_update').length - 1,
    ]);
  });

  it('ranks the winner above the loser', async () => {
    expect([await rankOf(ann), await rankOf(bob)]).toEqual([1, 2]);
  });

  it('brings the army home', async () => {
    await game.pass(hourMs);
    const { body } = await ann.send<{ armies: { status: string }[] }>(
      'GET',
      `/api/empire/${ann.empireId}/military`,
    );
    expect(body.armies.map(({ status }) => status)).toEqual(['garrisoned']);
  });
});
