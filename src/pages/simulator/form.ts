/** The form of the simulator: what was typed, what is wrong with it, and the sides it means. */
import { inPlainWords, listMistakes } from '../../contract/mistakes.ts';
import { simulatorBounds, simulatorQuery } from '../../contract/simulator.ts';
import type { SimulatorQuery } from '../../contract/simulator.ts';
import { stackTypes, unitTypes } from '../../contract/vocabulary.ts';
import { moraleOf, noStacks } from '../../game/battle.ts';
import type { Fight } from '../../game/battle.ts';
import type { Stacks } from '../../game/types.ts';
import { presetSeed, swappedField } from '../../report/simulation.ts';
import { group, stackNames } from '../words.ts';
import type { Fields } from '../forms.ts';

const fullMorale = 1000;

export interface NumberField {
  name: string;
  label: string;
  icon: string;
  bounds: readonly [number, number];
}

const countField = (side: string, type: (typeof stackTypes)[number]): NumberField => ({
  name: `${side}_${type}`,
  label: stackNames[type],
  icon: type,
  bounds: simulatorBounds.units,
});

/** The fields of the form, in their groups and order. */
export const simulatorFields = {
  attacker: unitTypes.map((type) => countField('attacker', type)),
  defender: [
    ...stackTypes.map((type) => countField('defender', type)),
    { name: 'wall', label: 'Wall', icon: 'wall', bounds: simulatorBounds.wall },
  ],
  morale: [
    { name: 'morale', label: 'Morale', icon: 'attack', bounds: simulatorBounds.morale },
    { name: 'attacker_score', label: 'Attacker’s score', icon: 'score', bounds: simulatorBounds.score },
    { name: 'defender_score', label: 'Defender’s score', icon: 'score', bounds: simulatorBounds.score },
  ],
} satisfies Record<string, NumberField[]>;

const names = [
  ...Object.values(simulatorFields)
    .flat()
    .map(({ name }) => name),
  'seed',
];

export interface SimulatorForm {
  /** What stands in each field. */
  values: Readonly<Partial<Record<string, string>>>;
  /** By field, to stand behind its label. */
  mistakes: ReadonlyMap<string, string>;
  /** Null where something is wrong, or nobody stands on a side. */
  sides: Omit<Fight, 'rolls'> | null;
  seed: string;
}

/** The sides that a form without mistakes means. The morale follows from the scores where only they are given. */
function toSides(query: SimulatorQuery): Omit<Fight, 'rolls'> {
  const [attacker, defender] = [noStacks(), noStacks()];
  for (const type of unitTypes) attacker[type] = query[`attacker_${type}`];
  for (const type of stackTypes) defender[type] = query[`defender_${type}`];
  const { attacker_score: own, defender_score: theirs } = query;
  const byScore = own === undefined || theirs === undefined ? fullMorale : moraleOf(own, theirs);
  return { attacker, defender, wall: query.wall, morale: query.morale ?? byScore };
}

const isThere = (stacks: Stacks): boolean => stackTypes.some((type) => stacks[type] > 0);

/** Reads the fields of the query; an empty one counts as not given. */
export function readSimulator(fields: Fields): SimulatorForm {
  const given = names.flatMap((name) => {
    const value = fields[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  const values = Object.fromEntries(given);
  const parsed = simulatorQuery.safeParse(values, { error: inPlainWords });
  const seed = values.seed ?? presetSeed;
  if (!parsed.success) {
    const mistakes = [...listMistakes(parsed.error, 'form')].map(
      ([field, message]) => [field, message.replace(/\d{4,}/g, (digits) => group(Number(digits)))] as const,
    );
    return { values: { seed, ...values }, mistakes: new Map(mistakes), sides: null, seed };
  }
  const sides = toSides(parsed.data);
  const isFull = isThere(sides.attacker) && isThere(sides.defender);
  return { values: { seed, ...values }, mistakes: new Map(), sides: isFull ? sides : null, seed };
}

/** The address of the simulator with a form filled in; what is nought is left out. */
export function simulatorAddress({
  attacker,
  defender,
  wall,
  morale,
  seed,
}: Omit<Fight, 'rolls'> & { seed: string | null }): string {
  const query = new URLSearchParams();
  const put = (name: string, value: number): void => {
    if (value > 0) query.set(name, String(value));
  };
  for (const type of unitTypes) put(`attacker_${type}`, attacker[type]);
  for (const type of stackTypes) put(`defender_${type}`, defender[type]);
  put('wall', wall);
  put('morale', morale);
  if (seed !== null) query.set('seed', seed);
  return `/simulator?${query.toString()}`;
}

/** The same form with attacker and defender in each other's place; militia defends only and stays behind. */
export function swappedAddress(values: SimulatorForm['values']): string {
  const query = new URLSearchParams();
  for (const [name, value = ''] of Object.entries(values)) {
    const swapped = swappedField(name);
    if (value !== '' && swapped !== null) query.set(swapped, value);
  }
  return `/simulator?${query.toString()}`;
}
