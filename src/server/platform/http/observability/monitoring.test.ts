import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '#server/platform/root.ts';
import { testApplication } from '#server/test/application.ts';

/** Checks the dashboard and the alerts of `deploy/monitoring` against the metrics of the product. */
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const { panels, templating } = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
  templating: { list: { query: string | { query: string } }[] };
};
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...templating.list.flatMap(({ query }) => (typeof query === 'string' ? [] : query.query)),
];

/** Labels that Prometheus adds to every metric. */
const targetLabels = ['job', 'instance'];
const keywords = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset']);

/** Returns the metrics that an expression names, each with the labels that it selects. */
function selectorsOf(expression: string) {
  const bare = expression
    .replaceAll(/\b(by|without)\s*\([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replace(/^label_values\((.+), *\w+\)$/, '$1');
  const found = bare.matchAll(/([a-z_][\w:]*)\s*(\(|\{[^}]*\})?|"[^"]*"/gi);
  return [...found].flatMap(([, metric, rest = '']) => {
    if (metric === undefined || rest === '(' || keywords.has(metric)) return [];
    const labels = rest.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g);
    return [
      {
        metric,
        labels: [...labels].map(([, name = '', how, value = '']) => ({ name, how, value })),
      },
    ];
  });
}

/** Returns the labels that an expression groups by. */
const groupedBy = (expression: string) =>
  [...expression.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );

const { app } = await testApplication({ INSTANCES: '1' });
await app.inject('/pricing');
const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
/** Values of each label of each exposed metric. */
const exposed = new Map<string, Map<string, Set<string>>>();
for (const [, name = '', labels = ''] of body.matchAll(/^([a-z]\w*)(\{.*\})? \S+$/gm)) {
  const known = exposed.get(name) ?? new Map<string, Set<string>>();
  exposed.set(name, known);
  for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
    known.set(label, (known.get(label) ?? new Set()).add(value));
  }
}
// Exists from the first garbage collection that prom-client observes on.
const isTyped = (metric: string) =>
  body.includes(`# TYPE ${metric.replace(/_(sum|count|bucket)$/, '')} histogram`);

test('dashboard and alerts name only metrics and labels that the product exposes (R-REL-07)', () => {
  const unknown = expressions.flatMap((expression) =>
    selectorsOf(expression).flatMap(({ metric, labels }) => {
      // Prometheus' own metric of each target.
      if (metric === 'up') return [];
      const known = exposed.get(metric);
      if (!known) return isTyped(metric) ? [] : [metric];
      return labels
        .filter(({ name }) => !targetLabels.includes(name))
        .filter(({ name, how, value }) => {
          if (!known.has(name)) return true;
          return name === 'state' && how === '=' && known.get(name)?.has(value) !== true;
        })
        .map(({ name, value }) => `${metric}{${name}="${value}"}`);
    }),
  );
  expect(unknown).toEqual([]);
  const labels = new Set([...exposed.values()].flatMap((known) => [...known.keys()]));
  const all = [...labels, ...targetLabels, 'kind'];
  expect(expressions.flatMap(groupedBy).filter((name) => !all.includes(name))).toEqual([]);
});

test('every metric of the product is on the dashboard, and each of its failures has an alert', () => {
  const named = (all: string[]) =>
    new Set(all.flatMap((each) => selectorsOf(each).map(({ metric }) => metric)));
  const ours = [...exposed.keys()].filter((name) => name.startsWith('pregao_'));
  const shown = named(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)));
  expect(ours.length).toBeGreaterThan(7);
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  const watched = named(rules.map(({ expr }) => expr));
  expect(ours.filter((name) => !watched.has(name))).toEqual([
    'pregao_mails_unsent',
    'pregao_hub_sockets',
  ]);
});

test('the manual describes every metric of the product, and no other one (R-OPR-26)', () => {
  const manual = read('docs/operations.md');
  const described = new Set(
    [...manual.matchAll(/`((?:pregao|http)_[a-z_]+)`/g)].map(([, name]) => name),
  );
  const ours = [...exposed.keys()]
    .filter((name) => /^(pregao|http)_/.test(name))
    .map((name) => name.replace(/_(sum|count|bucket)$/, ''));
  // Roles of the database.
  const roles = ['pregao_runtime', 'pregao_accounts', 'pregao_operator'];
  expect([...described].filter((name) => !roles.includes(name ?? '')).toSorted()).toEqual(
    [...new Set(ours)].toSorted(),
  );
});

test('every alert is tested and described in the operations manual', () => {
  const names = rules.map(({ alert }) => alert);
  const { tests } = parse(read('deploy/monitoring/alerts.test.yaml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] }[];
  };
  const fired = tests.flatMap((each) => each.alert_rule_test.filter((one) => one.exp_alerts));
  expect(names.filter((name) => !fired.some(({ alertname }) => alertname === name))).toEqual([]);
  const manual = read('docs/operations.md');
  expect(names.filter((name) => !manual.includes(`| \`${name}\` |`))).toEqual([]);
});
