import { expect, test } from 'vitest';
import { judge, type Findings } from './goals.ts';
import type { Window } from './load.ts';
import { ratio, spread } from './ratios.ts';

const series = (target: string, windows: Partial<Window>[]) => ({
  target,
  windows: windows.map((window) => ({ others: 0, memory: 100, ...window }) as Window),
});

const findings = (others: number): Findings => ({
  workloads: [
    {
      name: 'list',
      series: [
        series('product', [{ rps: 300, serverCpu: 0.4, others }]),
        series('bare list', [{ rps: 1000, serverCpu: 0.1, others }]),
      ],
    },
  ],
  coldStarts: { product: [], ceilings: [] },
  weights: [{ path: '/pricing', files: 3, gzip: 15_000 }],
  hubs: [],
  files: [],
  lighthouse: [],
});

const verdictsOf = (found: Findings) =>
  Object.fromEntries(judge(found).map(({ goal, what, verdict }) => [`${goal} ${what}`, verdict]));

test('A ratio compares windows of the same round, so a slow minute slows both', () => {
  const ours = series('product', [{ rps: 50 }, { rps: 500 }, { rps: 60 }]);
  const ceiling = series('ceiling', [{ rps: 100 }, { rps: 1000 }, { rps: 100 }]);
  expect(ratio(ours, ceiling, ({ rps }) => rps)).toEqual({ median: 0.5, min: 0.5, max: 0.6 });
});

test('The median of an even number of values lies between the two in the middle', () => {
  expect(spread([4, 1, 2, 10]).median).toBe(3);
});

test('A quiet machine misses the goals of the list in requests and in CPU', () => {
  expect(verdictsOf(findings(0.1))).toMatchObject({
    'P3 list requests/s, of bare list': 'MISSED',
    'P3 list server CPU a request, of bare list': 'MISSED',
    'P11 script of /pricing, gzip': 'pass',
  });
});

test('A noisy machine says nothing about requests per second, but all about CPU', () => {
  expect(verdictsOf(findings(0.5))).toMatchObject({
    'P3 list requests/s, of bare list': 'noisy',
    'P3 list server CPU a request, of bare list': 'MISSED',
  });
});

test('The lists of the operator are held against short ones, by time and by CPU', () => {
  const found = findings(0.1);
  const page = (target: string, mean: number, serverCpu: number) =>
    series(target, [{ mean, serverCpu, databaseCpu: 1 }]);
  found.workloads.push({
    name: 'lists',
    series: [
      page('tenants', 8, 1),
      page('tenants of ten', 4, 1),
      page('users', 8, 6),
      page('users of ten', 2, 1),
    ],
  });
  expect(verdictsOf(found)).toMatchObject({
    "Operator's tenants time of a page, of a short list": 'pass',
    "Operator's users time of a page, of a short list": 'MISSED',
    "Operator's users CPU a page with that of the database, of a short list": 'MISSED',
  });
});
