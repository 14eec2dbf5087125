/**
 * A battle as a drawing: the strength of both sides at contact and after each round, as lines of a chart and as
 * one bar. Strength is the hit points of the units that stand.
 */
import { stackTypes } from '../../contract/vocabulary.ts';
import { stackRules } from '../../game/balance.ts';
import type { Round, Stacks } from '../../game/types.ts';
import { group } from '../words.ts';

interface Point {
  x: number;
  y: number;
}

interface Line {
  name: string;
  /** Whether it is drawn in blue: the reader's side, else the attacker's. */
  isOwn: boolean;
  points: Point[];
  path: string;
  /** `51 % left`. */
  left: string;
  /** Where its name stands; names are kept apart. */
  labelY: number;
}

export interface StrengthChart {
  width: number;
  height: number;
  left: number;
  right: number;
  bottom: number;
  grid: { y: number; text: string }[];
  rounds: { x: number; text: string }[];
  /** The blue one first. */
  lines: [Line, Line];
  /** Of a bar 1000 wide: where the blue side ends, where the other begins, and where they met at the start. */
  bar: { own: number; foe: number; met: number };
}

export interface ShownFight {
  attacker: { name: string; start: Stacks };
  defender: { name: string; start: Stacks };
  rounds: readonly Round[];
  ownSide: 'attacker' | 'defender';
}

const frame = { top: 14, right: 150, bottom: 30, left: 46 };
const labelHeight = 34;

function strengthOf(stacks: Stacks): number {
  return stackTypes.reduce((sum, type) => sum + stacks[type] * stackRules[type].hp, 0);
}

/** A step of 1, 2 or 5 times a power of ten that rules at most five lines below `most`. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most) / 5));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => most / step <= 5) ?? power;
}

const shorten = (value: number): string => (value >= 10_000 ? `${group(value / 1000)}k` : group(value));
const tenth = (value: number): number => Math.round(value * 10) / 10;

export function drawStrength(
  fight: ShownFight,
  { width, height }: { width: number; height: number },
): StrengthChart {
  const series = (side: 'attacker' | 'defender') => [
    strengthOf(fight[side].start),
    ...fight.rounds.map((round) => strengthOf(round[side].units)),
  ];
  const foeSide = fight.ownSide === 'attacker' ? 'defender' : 'attacker';
  const [own, foe] = [series(fight.ownSide), series(foeSide)];
  const step = stepFor(Math.max(...own, ...foe));
  const most = step * Math.ceil(Math.max(...own, ...foe, 1) / step);
  const right = width - frame.right;
  const bottom = height - frame.bottom;
  const xOf = (round: number): number =>
    tenth(frame.left + ((right - frame.left) * round) / fight.rounds.length);
  const yOf = (value: number): number => tenth(bottom - ((bottom - frame.top) * value) / most);

  const lineOf = (name: string, isOwn: boolean, values: readonly number[]): Line => {
    const points = values.map((value, round) => ({ x: xOf(round), y: yOf(value) }));
    const last = values.at(-1) ?? 0;
    const share = Math.round((100 * last) / Math.max(1, values[0] ?? 1));
    return {
      name,
      isOwn,
      points,
      path: points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''),
      left: last === 0 ? 'none left' : `${Math.max(1, share)} % left`,
      labelY: Math.min(yOf(last), bottom - 12),
    };
  };
  const lines: [Line, Line] = [
    lineOf(fight[fight.ownSide].name, true, own),
    lineOf(fight[foeSide].name, false, foe),
  ];
  const [upper, lower] = lines[0].labelY <= lines[1].labelY ? lines : [lines[1], lines[0]];
  upper.labelY = Math.min(upper.labelY, lower.labelY - labelHeight);

  const whole = Math.max(1, (own[0] ?? 0) + (foe[0] ?? 0));
  return {
    width,
    height,
    left: frame.left,
    right,
    bottom,
    grid: Array.from({ length: most / step + 1 }, (_, index) => ({
      y: yOf(index * step),
      text: shorten(index * step),
    })),
    rounds: [own[0], ...fight.rounds].map((_, round) => ({
      x: xOf(round),
      text: round === 0 ? 'contact' : String(round),
    })),
    lines,
    bar: {
      own: Math.round((1000 * (own.at(-1) ?? 0)) / whole),
      foe: 1000 - Math.round((1000 * (foe.at(-1) ?? 0)) / whole),
      met: Math.round((1000 * (own[0] ?? 0)) / whole),
    },
  };
}
