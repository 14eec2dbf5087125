/** The JSON of an empire is written once for as long as nothing of it changes, for each view. */
import { expect, it, vi } from 'vitest';
import { cacheJson } from '../../src/world/cached-json.ts';
import { writeEach, type EmpireState } from '../../src/world/read.ts';
import { makeEmpire, makeWorld, t0 } from '../support/worlds.ts';

const nameView = ({ empire: { name } }: EmpireState) => ({ name });
const cityView = ({ empire: { cities } }: EmpireState) => ({ cities: cities.length });

const world = makeWorld([makeEmpire({ id: 'ann', name: 'Ann' })]);
const [ann] = [...world.empires.values()];
if (ann === undefined) throw new Error('no empire');
const state: EmpireState = { world, empire: ann, now: t0 };
const withParts = (parts: Partial<EmpireState['empire']>): EmpireState => ({
  ...state,
  empire: { ...ann, ...parts },
});

it('writes again after a change, and not because time passes', () => {
  const write = vi.fn(writeEach);
  const writeCached = cacheJson(write);
  const texts = [
    writeCached(state, nameView),
    writeCached(withParts({ stock: { ...ann.stock }, advancedAt: t0 + 1 }), nameView),
    writeCached(withParts({ name: 'Anna' }), nameView),
    writeCached(withParts({ name: 'Anna', cities: [] }), nameView),
  ];
  expect(texts).toEqual(['{"name":"Ann"}', '{"name":"Ann"}', '{"name":"Anna"}', '{"name":"Anna"}']);
  expect(write).toHaveBeenCalledTimes(3);
});

it('keeps each view apart', () => {
  const writeCached = cacheJson(writeEach);
  const texts = [nameView, cityView, nameView].map((view) => writeCached(state, view));
  expect(texts).toEqual(['{"name":"Ann"}', '{"cities":1}', '{"name":"Ann"}']);
});
