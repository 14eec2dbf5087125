/** The dashboard and the alerts speak of metrics and labels that there are; and no metric is kept from them. */
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGame, type TestGame } from '../support/game.ts';

interface Panel {
  title: string;
  type: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

/** A metric in an expression, with the labels that are asked of it. */
interface Use {
  metric: string;
  labels: string[];
}

const dashboard = JSON.parse(readFileSync('deploy/grafana/hegemon.json', 'utf8')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');

/** As Grafana would send them. */
const panelExpressions = panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')),
);
const alertExpressions = [...alerts.matchAll(/^ +expr: (?:>\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
  ([, block, line = '']) => block ?? line,
);
const expressions = [...panelExpressions, ...alertExpressions];

/** The texts of the nodes of this kind, in order. */
function listNodes(expression: string, kinds: readonly string[]): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (kinds.includes(name)) found.push(expression.slice(from, to));
    },
  });
  return found;
}

/** Every label of an expression is asked of each metric in it. */
function usesOf(expression: string): Use[] {
  const labels = listNodes(expression, ['LabelName']);
  return listNodes(expression, ['VectorSelector']).map((selector) => ({
    metric: listNodes(selector, ['Identifier'])[0] ?? '',
    labels,
  }));
}

/** What Prometheus adds when it reads an instance. */
const added = ['instance', 'job'];

let game: TestGame;
/** Labels by metric, of histograms by the names of their parts; null: of the process, which has its own. */
let exported: Map<string, readonly string[] | null>;

beforeAll(async () => {
  game = await startTestGame();
  const { metrics } = game.instance;
  const types = [...(await metrics.write()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  exported = new Map(
    types.flatMap(([, name = '', type]): (readonly [string, readonly string[] | null])[] => {
      const metric: object | undefined = metrics.registry.getSingleMetric(name);
      const labels = metric === undefined ? null : (metric as { labelNames: readonly string[] }).labelNames;
      if (type !== 'histogram') return [[name, labels]];
      const buckets = labels === null ? null : [...labels, 'le'];
      return [
        [`${name}_bucket`, buckets],
        ...['sum', 'count'].map((part) => [`${name}_${part}`, labels] as const),
      ];
    }),
  );
});
afterAll(() => game.stop());

describe('every expression', () => {
  it('is found', () => {
    expect([panelExpressions.length > 40, alertExpressions.length]).toEqual([
      true,
      alerts.match(/- alert:/g)?.length,
    ]);
  });

  it('is PromQL', () => {
    expect(expressions.filter((expression) => listNodes(expression, ['⚠']).length > 0)).toEqual([]);
  });

  it('names metrics that are exported', () => {
    const named = expressions.flatMap(usesOf).map(({ metric }) => metric);
    expect(named.filter((metric) => metric !== 'up' && !exported.has(metric))).toEqual([]);
  });

  it('asks for labels that they have', () => {
    const wrong = expressions
      .flatMap(usesOf)
      .flatMap(({ metric, labels }) =>
        labels
          .filter((label) => !added.includes(label) && exported.get(metric)?.includes(label) === false)
          .map((label) => `${metric}: ${label}`),
      );
    expect(wrong).toEqual([]);
  });
});

it('shows every metric of ours', () => {
  const shown = new Set(panelExpressions.flatMap(usesOf).map(({ metric }) => metric));
  const parts = /_(?:bucket|sum|count)$/;
  const names = (all: Iterable<string>): Set<string> =>
    new Set([...all].filter((name) => name.startsWith('hegemon_')).map((name) => name.replace(parts, '')));
  expect([...names(exported.keys())].sort()).toEqual([...names(shown)].sort());
});

describe('the dashboard', () => {
  it('has no two panels in one place', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('reads from the data source that is chosen', () => {
    expect(new Set(panels.map(({ datasource }) => datasource?.uid))).toEqual(new Set(['${datasource}']));
  });

  it('shows the chosen instances alone', () => {
    const all = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const selectors = all.flatMap((expression) =>
      listNodes(expression.replaceAll('$__rate_interval', '5m'), ['VectorSelector']),
    );
    expect(selectors.filter((selector) => !selector.includes('instance=~"$instance"'))).toEqual([]);
  });
});
