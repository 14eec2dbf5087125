/** The API documents follow the table of conventions in docs/api.md. */
import { describe, expect, it } from 'vitest';
import { listOperations, readDocuments } from '../support/documents.ts';
import { useOne, useTestGame } from '../support/game.ts';

const game = useTestGame();
const documents = useOne(() => readDocuments(game));

/** The names of all members below this part of a document whose schema passes. */
function membersWith(part: unknown, passes: (schema: unknown) => boolean): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const found = Object.entries(part).flatMap(([key, inner]) => [
    ...(key === 'properties' ? Object.entries(inner as object) : [])
      .filter(([, schema]) => passes(schema))
      .map(([name]) => name),
    ...membersWith(inner, passes),
  ]);
  return [...new Set(found)].sort();
}

/** A moment, or null. */
function isMoment(schema: unknown): boolean {
  const { format, anyOf = [] } = schema as { format?: string; anyOf?: unknown[] };
  return format === 'date-time' || anyOf.some(isMoment);
}

it('moments have the names of the table', () => {
  const names = membersWith(documents, isMoment);
  expect(names.length).toBeGreaterThan(20);
  expect(
    names.filter((name) => !/(^|_)(at|until|since)$/.test(name)),
    'name the moment as docs/api.md says',
    // Those of each resource are members of `full_at` and `depleted_at`.
  ).toEqual(['food', 'gold', 'last_login', 'materials', 'server_time', 'timestamp']);
});

it('rates have the names of the table', () => {
  const isRate = (schema: unknown): boolean =>
    /\bper hour\b/i.test((schema as { description?: string }).description ?? '');
  const names = membersWith(documents, isRate);
  expect(names).toEqual(expect.arrayContaining(['production', 'production_rates', 'rates']));
  expect(
    names.filter((name) => !/^(production|production_rates|rates)$|_per_hour$/.test(name)),
    'name the rate as docs/api.md says',
    // A share of the army, which deserts in an hour, and what stands beside `production`.
  ).toEqual(['deserters_one_in', 'upkeep', 'upkeep_per_level']);
});

it('a type of a unit is `unit_type`', () => {
  const isUnitType = (schema: unknown): boolean => {
    const { $ref = '', allOf = [] } = schema as { $ref?: string; allOf?: unknown[] };
    return $ref.endsWith('/UnitType') || allOf.some(isUnitType);
  };
  // `units.type` of finished training is of the specification.
  expect(membersWith(documents, isUnitType)).toEqual(['type', 'unit_type']);
});

describe('lists', () => {
  const positions = ['after', 'before', 'from', 'page'];

  it('continue with `next`, except those of the table', () => {
    const lists = [...listOperations(documents.openapi)].map(([name, operation]) => {
      const parameters = operation.parameters as { name: string }[];
      return {
        name,
        positions: positions.filter((position) =>
          parameters.some((parameter) => parameter.name === position),
        ),
        hasNext: membersWith(operation.responses['200'], () => true).includes('next'),
      };
    });
    const paged = lists.filter((list) => list.positions.length > 0 || list.hasNext);
    expect(paged.length).toBeGreaterThan(10);
    const [continued, others] = [
      paged.filter(({ hasNext }) => hasNext),
      paged.filter(({ hasNext }) => !hasNext),
    ];
    expect(
      continued.filter((list) => list.positions.some((name) => name === 'from' || name === 'page')),
    ).toEqual([]);
    expect(continued.filter((list) => list.positions.length === 0)).toEqual([]);
    expect(others.map(({ name }) => name).sort()).toEqual(['GET /api/empires', 'GET /api/leaderboard']);
  });

  it('do not say with other members whether they end', () => {
    const names = membersWith(documents.openapi, () => true);
    expect(names.filter((name) => /^(more|has_more|cursor)$/.test(name))).toEqual([]);
  });
});

it('the own alliance is `alliance`', () => {
  expect(membersWith(documents, () => true).filter((name) => /^(own|my)_/.test(name))).toEqual([]);
});
