/** The figures of the benchmark: medians, ratios, targets and the table that it prints. */
import { describe, expect, it } from 'vitest';
import { describeCapacity, playersPerCore } from '../../bench/harness/capacity.ts';
import { formatNumber, toMarkdown } from '../../bench/harness/report.ts';
import { median, percentile, ratioOf, spreadOf } from '../../bench/harness/stats.ts';
import { isReached } from '../../bench/targets.ts';
import { idOf, playersOf } from '../../bench/worlds/ids.ts';

const facts = { loadGenerator: 'wrk', postgres: '15', isQuick: false, minutes: 12 };

describe('the median', () => {
  it.each([
    [[3], 3],
    [[5, 1, 9], 5],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('of nothing is refused', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('a ratio', () => {
  it('is the median of the ratios of the rounds, with their spread', () => {
    expect(ratioOf([10, 30, 20], [10, 10, 10])).toEqual({ median: 2, min: 1, max: 3 });
  });

  it('compares the values of the same round only', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow(RangeError);
  });
});

describe('a percentile', () => {
  it('is the value below which that share lies', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 99 - index);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([7], 0.99)]).toEqual([50, 99, 7]);
  });
});

describe('a target', () => {
  it('is a lower or an upper limit, which counts as reached', () => {
    expect([isReached('bareNode', 0.55), isReached('bareNode', 0.54)]).toEqual([true, false]);
    expect([isReached('startCaughtUp', 60), isReached('startCaughtUp', 61)]).toEqual([true, false]);
  });

  it('is not reached without a figure', () => {
    expect(isReached('orderP99', Number.NaN)).toBe(false);
  });
});

describe('the report', () => {
  it.each([
    [0, '0'],
    [0.01234, '0.012'],
    [4.567, '4.57'],
    [45.67, '45.7'],
    [1234.5, '1,235'],
  ])('shows %d as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('judges the median ratio, or the given figure', () => {
    const text = toMarkdown(
      [
        { what: 'bare', ours: '5/s', peer: 'x 10/s', ratio: spreadOf([0.4, 0.5]), target: 'bareNode' },
        { what: 'order', ours: '25 ms', cpu: { node: 50, postgres: 0 }, target: 'orderP99', value: 25 },
        { what: 'no target', ours: '1' },
      ],
      facts,
    );
    expect(text.split('\n').slice(4, 7)).toEqual([
      '| bare | 5/s | x 10/s | **0.45** [0.40..0.50] |  | >= 0.55 of node:http | no |',
      '| order | 25 ms |  |  | 50 + 0 | p99 <= 30 ms | yes |',
      '| no target | 1 |  |  |  |  |  |',
    ]);
  });
});

describe('the capacity of a core', () => {
  it('follows from the CPU time of ten reads and an order in a minute', () => {
    const read = { node: 300, postgres: 100 };
    const order = { node: 600, postgres: 400 };
    expect(playersPerCore(read, order)).toBe((0.7 * 60_000_000) / 5_000);
    expect(describeCapacity({ read, order, due: { node: 1, postgres: 250 } })).toEqual([
      'An active player makes 10 reads and 1 order a minute: one core serves 8,400 of them, at 70 % load.',
      'One core of the database carries 2,500 orders/s, or 4,000 due empires/s.',
    ]);
  });

  it('is not given for operations that were not measured', () => {
    expect(describeCapacity({ order: { node: 1, postgres: 1 } })).toEqual([]);
  });
});

describe('a seeded player', () => {
  it('has ids in the form of version 4, computed from the number', () => {
    expect(idOf('empire', 1)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(idOf('empire', 1)).not.toBe(idOf('user', 1));
  });

  it('is spread over the world', () => {
    const [first, second] = playersOf(1_000_000, 2);
    expect([first?.empireId, second?.empireId]).toEqual([idOf('empire', 1), idOf('empire', 51)]);
  });
});
