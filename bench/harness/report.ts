/** The lines of the report, and its Markdown. */
import { cpus, totalmem } from 'node:os';
import { describeCapacity, type Costs, type Operation } from './capacity.ts';
import type { Cpu } from './cpu.ts';
import type { Spread } from './stats.ts';
import { isReached, targets, type TargetName } from '../targets.ts';

/** One comparison. */
export interface Line {
  /** What is measured. */
  what: string;
  ours: string;
  /** The limit or peer with its figure; empty for a figure that stands alone. */
  peer?: string;
  ratio?: Spread | null;
  cpu?: Cpu | null;
  target?: TargetName;
  /** The figure that the target limits; by default the median ratio. */
  value?: number;
  /** The operation whose cost `cpu` is. */
  operation?: Operation;
}

/** Three significant digits, with separators of thousands. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: Math.min(digits, 3) });
}

const formatSpread = ({ median, min, max }: Spread): string =>
  `**${median.toFixed(2)}** [${min.toFixed(2)}..${max.toFixed(2)}]`;

/** CPU microseconds of Node and of Postgres. */
export const formatCpu = ({ node, postgres }: Cpu): string =>
  `${formatNumber(node)} + ${formatNumber(postgres)}`;

/** A row of the table. */
export function formatLine({ what, ours, peer = '', ratio = null, cpu = null, target, value }: Line): string {
  const limited = value ?? ratio?.median;
  const judged =
    target === undefined || limited === undefined
      ? ['', '']
      : [targets[target].text, isReached(target, limited) ? 'yes' : 'no'];
  const cells = [
    what,
    ours,
    peer,
    ratio === null ? '' : formatSpread(ratio),
    cpu === null ? '' : formatCpu(cpu),
  ];
  return `| ${[...cells, ...judged].join(' | ')} |`;
}

const head = [
  '| | measured | limit or peer | ratio | CPU us (node + Postgres) | target | reached |',
  '|---|---|---|---|---|---|---|',
];

export interface RunFacts {
  loadGenerator: string;
  postgres: string;
  isQuick: boolean;
  minutes: number;
}

/** The machine and the run, in one sentence. */
function describeRun({ loadGenerator, postgres, isQuick, minutes }: RunFacts): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${processors.length} cores (${model}), ${gigabytes} GB, Node ${process.versions.node}, Postgres ${postgres},`,
    `load by ${loadGenerator}, ${minutes.toFixed(0)} min${isQuick ? ', short rounds on a small world' : ''}.`,
  ].join(' ');
}

export function toMarkdown(lines: readonly Line[], facts: RunFacts): string {
  const costs: Costs = {};
  for (const { operation, cpu } of lines) if (operation !== undefined && cpu) costs[operation] = cpu;
  const capacity = describeCapacity(costs);
  const end = capacity.length === 0 ? [] : [capacity.join(' '), ''];
  return [describeRun(facts), '', ...head, ...lines.map(formatLine), '', ...end].join('\n');
}
