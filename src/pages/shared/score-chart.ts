/** The chart of a score by day, for the pages of empires and alliances. */
import { dayMs } from '../../kernel/time.ts';
import { group } from './formatters.ts';
import { drawTimeChart } from './time-chart.ts';

/** The score by day and at present; null as long as there is nothing to compare. */
export function toScoreChart(days: readonly { day: number; score: number }[], score: number, now: number) {
  const [first] = days;
  if (first === undefined || now < (first.day + 1) * dayMs) return null;
  const points = [
    ...days.map((each) => ({ at: each.day * dayMs, value: each.score })),
    { at: now, value: score },
  ];
  const line = { kind: 'score', name: 'Score', points, amount: group(score) };
  return drawTimeChart([line], first.day * dayMs, now);
}
