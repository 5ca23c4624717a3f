import { expect, test } from 'vitest';
import { isNoisy, judgeGoals, ratios, resultsOf } from './goals.ts';
import type { PerformanceGoal, TargetWindows } from './goals.ts';
import type { Window } from './load.ts';
import { plansIn, readsOf } from './plans.ts';
import { between } from './report.ts';
import { spread } from './statistics.ts';

const series = (target: string, windows: Partial<Window>[]): TargetWindows => ({
  target,
  windows: windows.map((window) => ({ cores: { others: 0 }, memory: 100, ...window }) as Window),
});

const five = (window: Partial<Window>) => Array.from({ length: 5 }, () => window);
const busy = (others: number) => ({ cores: { server: 1, database: 0, load: 0, others } });

const listed = (others: number) => [
  series('product', five({ rps: 300, serverCpu: 0.4, ...busy(others) })),
  series('bare list', five({ rps: 1000, serverCpu: 0.1, ...busy(others) })),
];
const list: PerformanceGoal = { goal: 'P3 list', limits: { rps: 0.6, cpu: 1.6 } };

const verdictsOf = (goals: PerformanceGoal[], measured: TargetWindows[]) =>
  Object.fromEntries(
    judgeGoals(resultsOf({ goals, series: measured }), isNoisy([{ series: measured }])).map(
      ({ goal, what, verdict }) => [`${goal} ${what}`, verdict],
    ),
  );

test('a ratio compares windows of the same round, so that a slow minute affects both', () => {
  const ours = series('product', [{ rps: 50 }, { rps: 500 }, { rps: 60 }]);
  const ceiling = series('ceiling', [{ rps: 100 }, { rps: 1000 }, { rps: 100 }]);
  expect(ratios(({ rps }) => rps)(ours, ceiling)).toEqual([0.5, 0.5, 0.6]);
});

test('the median of an even number of values is the mean of the middle two', () => {
  expect(spread([4, 1, 2, 10]).median).toBe(3);
});

test('on a quiet machine, the list can miss its goals for requests and for CPU', () => {
  expect(verdictsOf([list], listed(0.1))).toEqual({
    'P3 list requests/s, of bare list': 'MISSED',
    'P3 list server CPU a request, of bare list': 'MISSED',
  });
});

test('on a noisy machine, requests per second are not judged and CPU is', () => {
  expect(verdictsOf([list], listed(0.5))).toEqual({
    'P3 list requests/s, of bare list': 'noisy',
    'P3 list server CPU a request, of bare list': 'MISSED',
  });
});

test('fewer than five rounds, or rounds that differ by 15 %, give no verdict', () => {
  const goal: PerformanceGoal = { goal: 'P3', limits: { cpu: 1 } };
  const verdictAt = (...rounds: number[]) => {
    const ours = rounds.map((serverCpu) => ({ serverCpu }));
    const bare = rounds.map(() => ({ serverCpu: 1 }));
    return Object.values(verdictsOf([goal], [series('product', ours), series('bare', bare)]));
  };
  expect(verdictAt(2, 2, 2, 2)).toEqual(['noisy']);
  expect(verdictAt(2, 2, 2, 2, 2.4)).toEqual(['noisy']);
  expect(verdictAt(2, 2, 2, 2, 2.2)).toEqual(['MISSED']);
});

test('a time that was measured once can pass, and cannot be missed', () => {
  const once = (value: number, timed?: true) => {
    const kind = { limit: 1, unit: '', ...(timed && { timed }) };
    return judgeGoals([{ goal: 'P14', what: 'p99', value, ...kind }], false)[0]?.verdict;
  };
  expect([once(1, true), once(2, true), once(2)]).toEqual(['pass', 'noisy', 'MISSED']);
});

test('a goal names the targets it compares, and more requests are better than fewer', () => {
  const measured = [
    series('first page', five({ p50: 3, rps: 900 })),
    series('deep page', five({ p50: 8, rps: 300 })),
    series('page of ten', five({ p50: 4, rps: 1000 })),
  ];
  const goal = (ours: string): PerformanceGoal => ({
    goal: 'P7',
    ours,
    of: 'page of ten',
    limits: { p50: 1.5, rps: 0.5 },
  });
  expect(verdictsOf([goal('first page'), goal('deep page')], measured)).toEqual({
    'P7 first page: p50, of page of ten': 'pass',
    'P7 first page: requests/s, of page of ten': 'pass',
    'P7 deep page: p50, of page of ten': 'MISSED',
    'P7 deep page: requests/s, of page of ten': 'MISSED',
  });
});

test('memory under load is the peak of all windows, as a multiple or a difference to the ceiling', () => {
  const measured = [
    series('product', [{ memory: 150 }, { memory: 230 }]),
    series('ceiling', [{ memory: 100 }, { memory: 90 }]),
  ];
  const goal: PerformanceGoal = { goal: 'P10', limits: { peak: 2, peakAbove: 140 } };
  expect(resultsOf({ goals: [goal], series: measured }).map(({ value }) => value)).toEqual([
    2.3, 130,
  ]);
  expect(Object.values(verdictsOf([goal], measured))).toEqual(['MISSED', 'pass']);
});

test('compares writes with the reads of the same windows', () => {
  const goal: PerformanceGoal = { goal: 'P8', limits: { writesP99: 4 } };
  const mixed = (writesP99: number) => [
    series('product', five({ writesP99, readsP99: 10 })),
    series('bare', [{}]),
  ];
  expect(Object.values(verdictsOf([goal], mixed(39)))).toEqual(['pass']);
  expect(Object.values(verdictsOf([goal], mixed(41)))).toEqual(['MISSED']);
});

test('a value missing for lack of responses misses its goal; a skipped target has no result', () => {
  const [ours, other] = listed(0);
  const silent = [series('product', five({ serverCpu: Number.NaN })), other as TargetWindows];
  expect(verdictsOf([{ goal: 'P3', limits: { cpu: 1.6 } }], silent)).toEqual({
    'P3 server CPU a request, of bare list': 'MISSED',
  });
  expect(resultsOf({ goals: [list], series: [ours as TargetWindows] })).toEqual([]);
});

test('replaces the tables between the marks and nothing else', () => {
  const text = 'a\n<!-- bench: begin -->\nold\n<!-- bench: end -->\nb\n';
  const written = between(text, 'new');
  expect(written).toBe('a\n<!-- bench: begin -->\n\nnew\n\n<!-- bench: end -->\nb\n');
  expect(between(written, 'new')).toBe(written);
  expect(() => between('no marks', 'new')).toThrow('bench: begin');
});

const step = (of: object) => ({ 'Actual Rows': 1, 'Actual Loops': 1, ...of });
const scan = (of: object) =>
  step({ 'Node Type': 'Seq Scan', 'Relation Name': 'users', ...of }) as Parameters<
    typeof readsOf
  >[0];

test("extracts plans from PostgreSQL's log among other messages", () => {
  const plan = `\t{\n\t  "Plan": ${JSON.stringify(scan({}))}\n\t}\n`;
  const log = `1 [7] LOG:  duration: 0.1 ms  plan:\n${plan}1 [8] LOG:  other\n1 [7] LOG: x plan:\n${plan}`;
  expect(plansIn(log)).toEqual([scan({}), scan({})]);
});

test('reports plans that read many rows at any depth, except those that stop early', () => {
  expect(readsOf(scan({ 'Actual Rows': 501 }))).toEqual([]);
  expect(readsOf(scan({ 'Actual Rows': 1, 'Rows Removed by Filter': 999 }))).toEqual(['users']);
  expect(readsOf(scan({ 'Actual Rows': 10, 'Actual Loops': 100 }))).toEqual(['users']);
  const byIndex = { 'Node Type': 'Index Scan', 'Actual Rows': 5_000 };
  expect(readsOf(scan(byIndex))).toEqual([]);
  expect(readsOf(scan({ ...byIndex, 'Rows Removed by Filter': 5_000 }))).toEqual(['users']);
  const whole = scan({ 'Actual Rows': 5_000 });
  expect(
    readsOf(scan({ 'Node Type': 'Limit', 'Relation Name': undefined, Plans: [whole] })),
  ).toEqual(['users']);
});
