/** The form of the simulator, and an example. */
import { stackTypes, unitTypes } from '../../contract/vocabulary.ts';
import { fullMorale, noStacks, type Fight } from '../../game/fight/battle.ts';
import { numberBounds, presetSeed, readForm, type ReadForm } from '../../shared-ui/form.ts';
import type { Fields } from './forms.ts';

const names = [...Object.keys(numberBounds), 'seed'];

/** An empty field counts as missing. */
export function readSimulator(fields: Fields): ReadForm & { values: Record<string, string> } {
  const filled = names.flatMap((name) => {
    const value = fields[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  const form = readForm((name) => fields[name] ?? '');
  return { ...form, values: { seed: presetSeed, ...Object.fromEntries(filled) } };
}

/** Zeros are left out. */
export function simulatorAddress(fight: Omit<Fight, 'rolls'> & { seed: string | null }): string {
  const { attacker, defender, wall, morale, seed } = fight;
  const query = new URLSearchParams();
  const put = (name: string, value: number): void => {
    if (value > 0) query.set(name, String(value));
  };
  for (const type of unitTypes) put(`attacker_${type}`, attacker[type]);
  for (const type of stackTypes) put(`defender_${type}`, defender[type]);
  put('wall', wall);
  put('morale', morale / 10);
  if (seed !== null) query.set('seed', seed);
  return `/simulator?${query.toString()}`;
}

/** The second published test vector of the battle rules. */
export const example = {
  attacker: { ...noStacks(), knights: 100, catapults: 25 },
  defender: { ...noStacks(), archers: 200, militia: 10 },
  wall: 10,
  morale: fullMorale,
  seed: 'vector-2',
};
