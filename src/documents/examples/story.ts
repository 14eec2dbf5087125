/** The chapters of the examples, in their order. */
import { accounts } from './accounts.ts';
import { founding } from './founding.ts';
import { empires } from './empires.ts';
import { building } from './building.ts';
import { training } from './training.ts';
import { armies } from './armies.ts';
import { battles } from './battles.ts';
import { rules } from './rules.ts';
import { world } from './world.ts';
import type { Example } from './example.ts';

export const story: readonly Example[] = [
  ...accounts,
  ...founding,
  ...empires,
  ...building,
  ...training,
  ...armies,
  ...battles,
  ...rules,
  ...world,
];
