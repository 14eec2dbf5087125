/** The seed of a battle cannot be predicted: it is random, and follows from nothing that players know. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { armyLimit } from '../../src/game/balance.ts';
import { useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

interface BattleRow {
  id: string;
  army_id: string;
  target_id: string;
  attacker_id: string;
  defender_id: string;
  ordered_at: number;
  contact_at: number;
  number: number;
  seed: string;
}

const attackers = 5;
const game = useTestGame();
let battles: BattleRow[];
beforeAll(async () => {
  const target = await createEmpire(game);
  for (let index = 0; index < attackers; index++) {
    const ruler = await createEmpire(game);
    const armies = [ruler.armyId];
    while (armies.length < armyLimit) {
      const { body } = await ruler.send<{ army: { id: string } }>('POST', `/api/army/${ruler.armyId}/split`, {
        units: { soldiers: 1 },
      });
      armies.push(body.army.id);
    }
    const order = { target_type: 'city', target_id: target.capitalId };
    for (const army of armies) await ruler.send('POST', '/api/battle', { army_id: army, ...order });
  }
  battles = await game.query<BattleRow>('SELECT * FROM battles');
});

it('has 32 bytes and differs from battle to battle', () => {
  const seeds = battles.map(({ seed }) => seed);
  expect(new Set(seeds).size).toBe(attackers * armyLimit);
  expect(seeds.filter((seed) => !/^[0-9a-f]{64}$/.test(seed))).toEqual([]);
});

it('has no pattern in its bits', () => {
  const bytes = battles.flatMap(({ seed }) => [...Buffer.from(seed, 'hex')]);
  const ones = bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  // The standard deviation of 25,600 fair bits is 80.
  expect(Math.abs(ones - 4 * bytes.length)).toBeLessThan(6 * 80);
});

it('is no digest of what the players know', () => {
  const digests = ['sha256', 'sha512', 'sha1', 'md5'];
  const guessed = battles.filter((battle) => {
    const known = Object.fromEntries(Object.entries(battle).filter(([name]) => name !== 'seed'));
    const values = Object.values(known).map(String);
    const texts = [
      ...values,
      ...values.flatMap((one) => values.flatMap((other) => [one + other, `${one}:${other}`])),
      JSON.stringify(known),
    ];
    const guesses = new Set(
      texts.flatMap((text) =>
        digests.map((name) => createHash(name).update(text).digest('hex').slice(0, 64)),
      ),
    );
    return guesses.has(battle.seed);
  });
  expect(guessed).toEqual([]);
});

it('is made by one function only, from random bytes', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('bots'))
    .map((file) => readFileSync(join('src', file), 'utf8'));
  expect(sources.join('\n')).toContain("return random.bytes(32).toString('hex');");
  const calls = sources.flatMap((source) => source.match(/\bseed: [\w.]+\(/g) ?? []);
  expect([...new Set(calls)].sort()).toEqual(['seed: newSeed(', 'seed: z.string(']);
});
