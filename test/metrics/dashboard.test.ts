/** Dashboard and alerts use existing metrics and labels, and the dashboard shows every metric. */
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';

interface Panel {
  title: string;
  type: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

/** A metric in an expression, with the labels that the expression uses. */
interface Use {
  metric: string;
  labels: string[];
}

const dashboard = JSON.parse(readFileSync('deploy/grafana/hegemon.json', 'utf8')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');

/** The expressions after Grafana has replaced its variables. */
const panelExpressions = panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')),
);
const alertExpressions = [...alerts.matchAll(/^ +expr: (?:>\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
  ([, block, line = '']) => block ?? line,
);
const expressions = [...panelExpressions, ...alertExpressions];

/** The texts of the nodes of these kinds, in order. */
function listNodes(expression: string, kinds: readonly string[]): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (kinds.includes(name)) found.push(expression.slice(from, to));
    },
  });
  return found;
}

/** Lists the metrics of an expression. Each must have every label of the expression. */
function usesOf(expression: string): Use[] {
  const labels = listNodes(expression, ['LabelName']);
  return listNodes(expression, ['VectorSelector']).map((selector) => ({
    metric: listNodes(selector, ['Identifier'])[0] ?? '',
    labels,
  }));
}

/** Labels that Prometheus adds when it scrapes an instance. */
const scrapeLabels = ['instance', 'job'];

const game = useTestGame();
/** Labels by metric; histograms are listed by the names of their series. null: a process metric, not checked. */
let exported: Map<string, readonly string[] | null>;

beforeAll(async () => {
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
        ...['sum', 'count'].map((suffix) => [`${name}_${suffix}`, labels] as const),
      ];
    }),
  );
});

describe('every expression', () => {
  it('is found', () => {
    expect(panelExpressions.length).toBeGreaterThan(40);
    expect(alertExpressions).toHaveLength(alerts.match(/- alert:/g)?.length ?? 0);
  });

  it('is valid PromQL', () => {
    expect(expressions.filter((expression) => listNodes(expression, ['⚠']).length > 0)).toEqual([]);
  });

  it('uses only exported metrics', () => {
    const named = expressions.flatMap(usesOf).map(({ metric }) => metric);
    expect(named.filter((metric) => metric !== 'up' && !exported.has(metric))).toEqual([]);
  });

  it('uses only labels that its metrics have', () => {
    const wrong = expressions
      .flatMap(usesOf)
      .flatMap(({ metric, labels }) =>
        labels
          .filter((label) => !scrapeLabels.includes(label) && exported.get(metric)?.includes(label) === false)
          .map((label) => `${metric}: ${label}`),
      );
    expect(wrong).toEqual([]);
  });
});

it('the dashboard shows every metric of the game', () => {
  const shown = new Set(panelExpressions.flatMap(usesOf).map(({ metric }) => metric));
  const seriesSuffix = /_(?:bucket|sum|count)$/;
  const names = (all: Iterable<string>): Set<string> =>
    new Set(
      [...all].filter((name) => name.startsWith('hegemon_')).map((name) => name.replace(seriesSuffix, '')),
    );
  expect([...names(exported.keys())].sort()).toEqual([...names(shown)].sort());
});

describe('the dashboard', () => {
  it('has no overlapping panels', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('reads from the selected data source', () => {
    expect(new Set(panels.map(({ datasource }) => datasource?.uid))).toEqual(new Set(['${datasource}']));
  });

  it('shows only the selected instances', () => {
    const all = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const selectors = all.flatMap((expression) =>
      listNodes(expression.replaceAll('$__rate_interval', '5m'), ['VectorSelector']),
    );
    expect(selectors.filter((selector) => !selector.includes('instance=~"$instance"'))).toEqual([]);
  });
});
