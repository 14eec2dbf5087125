/** The empires that a benchmark copies into its worlds. */
import { expect, it } from 'vitest';
import { createModels } from '../../bench/worlds/models.ts';

it('are idle: createModels throws for one with due work', () => {
  const models = createModels(Date.parse('2026-01-01'), Date.parse('2026-02-01'));
  expect(models.length).toBeGreaterThan(0);
});
