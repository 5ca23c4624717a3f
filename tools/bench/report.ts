import { cpus } from 'node:os';
import { isNoisy, judge, type Findings } from './goals.ts';
import type { Window } from './load.ts';
import { ratio, spread, type Spread } from './ratios.ts';
import type { Size } from './seed.ts';
import type { ColdStart } from './servers.ts';
import type { Series } from './workloads.ts';

/** How a run was made. */
export interface Setting {
  size: Size;
  rounds: number;
  seconds: number;
}

/** A run as data: what `--json` prints. */
export function summarize(findings: Findings, setting: Setting) {
  return {
    machine: { cores: cpus().length, cpu: cpus()[0]?.model, node: process.version },
    setting,
    noisy: isNoisy(findings),
    goals: judge(findings),
    workloads: findings.workloads.map(({ name, series }) => ({
      name,
      targets: series.map(summarizeTarget),
      ratios: ratiosOf(series),
    })),
    coldStarts: {
      product: summarizeStarts(findings.coldStarts.product),
      ceilings: summarizeStarts(findings.coldStarts.ceilings),
    },
    weights: findings.weights,
    hubs: findings.hubs,
    files: findings.files,
    lighthouse: findings.lighthouse,
  };
}

export type Summary = ReturnType<typeof summarize>;

const summarizeTarget = ({ target, windows }: Series) => {
  const of = (pick: (window: Window) => number) => spread(windows.map(pick)).median;
  return {
    target,
    rps: of(({ rps }) => rps),
    mean: of(({ mean }) => mean),
    p50: of(({ p50 }) => p50),
    p975: of(({ p975 }) => p975),
    p99: of(({ p99 }) => p99),
    serverCpu: of(({ serverCpu }) => serverCpu),
    databaseCpu: of(({ databaseCpu }) => databaseCpu),
    memory: Math.max(...windows.map(({ memory }) => memory)),
    bytes: of(({ bytes }) => bytes),
    others: of(({ others }) => others),
  };
};

const ratiosOf = ([ours, ...others]: Series[]) =>
  others.map((other) => {
    const of = (pick: (window: Window) => number) => (ours ? ratio(ours, other, pick) : spread([]));
    return {
      against: other.target,
      rps: of(({ rps }) => rps),
      serverCpu: of(({ serverCpu }) => serverCpu),
      databaseCpu: of(({ databaseCpu }) => databaseCpu),
      p99: of(({ p99 }) => p99),
    };
  });

const summarizeStarts = (starts: ColdStart[]) => ({
  cpu: spread(starts.map(({ cpu }) => cpu)),
  time: spread(starts.map(({ time }) => time)),
  memory: spread(starts.map(({ memory }) => memory)),
});

/** A run for people, in Markdown. */
export function print(summary: Summary): string {
  const { machine, setting, noisy, coldStarts } = summary;
  const { cores, cpu, node } = machine;
  const start = (name: keyof typeof coldStarts) => {
    const { cpu, time, memory } = coldStarts[name];
    return [name, ...[cpu, time, memory].map(({ median }) => median.toFixed(0))];
  };
  return [
    `# Bench: ${setting.size}, ${setting.rounds} rounds of ${setting.seconds} s`,
    `Node ${node} on ${cores} × ${cpu}. ${noisy ? noise : 'Nobody else was in the way.'}`,
    '## Goals',
    table(
      ['goal', 'what', 'value', 'limit', 'verdict'],
      summary.goals.map(({ goal, what, value, limit, unit, verdict }) => {
        const name = unit === 'times' ? '×' : ` ${unit}`;
        return [goal, what, `${figure(value)}${name}`, `${limit}${name}`, verdict];
      }),
    ),
    ...summary.workloads.map(printWorkload),
    '## Cold start',
    table(['server', 'CPU ms', 'ms', 'idle MiB'], [start('product'), start('ceilings')]),
    ...(summary.hubs.length > 0 ? [printHubs(summary.hubs)] : []),
    ...(summary.files.length > 0 ? [printFiles(summary.files)] : []),
    ...(summary.lighthouse.length > 0 ? [printLighthouse(summary.lighthouse)] : []),
  ].join('\n\n');
}

const noise =
  '**Noisy**: something else took more than 0.35 core in most windows; only ratios of CPU, ' +
  'memory and sizes are judged.';

function printLighthouse(found: Summary['lighthouse']): string {
  return [
    "## Lighthouse's phone, median of 3",
    table(
      ['page', 'speed', 'access', 'practice', 'SEO', 'LCP ms', 'TBT ms', 'CLS', 'requests', 'kB'],
      found.map(({ path, scores, lcp, tbt, cls, requests, bytes }) => [
        path,
        ...Object.values(scores).map(String),
        ...[lcp, tbt].map((ms) => ms.toFixed(0)),
        cls.toFixed(3),
        String(requests),
        (bytes / 1000).toFixed(0),
      ]),
    ),
    ...found.flatMap(({ path, complaints }) => complaints.map((what) => `- ${path}: ${what}`)),
  ].join('\n\n');
}

function printWorkload({ name, targets, ratios }: Summary['workloads'][number]): string {
  return [
    `## ${name}`,
    table(
      [
        'target',
        'req/s',
        'mean ms',
        'p50',
        'p97.5',
        'p99',
        'CPU ms',
        'pg CPU ms',
        'MiB',
        'bytes',
      ].concat('others, cores'),
      targets.map((target) => [
        target.target,
        target.rps.toFixed(0),
        ...[target.mean, target.p50, target.p975, target.p99].map(figure),
        ...[target.serverCpu, target.databaseCpu].map((ms) => ms.toFixed(3)),
        target.memory.toFixed(0),
        target.bytes.toFixed(0),
        target.others.toFixed(2),
      ]),
    ),
    table(
      ['product as a multiple of', 'req/s', 'CPU', 'pg CPU', 'p99'],
      ratios.map(({ against, rps, serverCpu, databaseCpu, p99 }) => [
        against,
        ...[rps, serverCpu, databaseCpu, p99].map(range),
      ]),
    ),
  ].join('\n\n');
}

const printHubs = (hubs: Summary['hubs']) =>
  [
    '## Hub: 2,000 sockets, 20 messages a second to a group of 100',
    table(
      ['target', 'KiB a socket', 'p50 ms', 'p99 ms', 'delivered', 'sockets lost', 'list p99 ms'],
      hubs.map(({ target, memoryEach, p50, p99, delivered, lost, httpP99 }) => [
        target,
        ...[memoryEach, p50, p99, delivered, lost, httpP99].map(figure),
      ]),
    ),
  ].join('\n\n');

const printFiles = (files: Summary['files']) =>
  [
    '## A file of 1 GiB',
    table(
      ['on its way', 'MiB above idle', 's'],
      files.map(({ what, aboveIdle, seconds }) => [what, ...[aboveIdle, seconds].map(figure)]),
    ),
  ].join('\n\n');

/** Three digits that count; nothing to speak of when it was divided by zero. */
const figure = (value: number) =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '–';

const range = ({ median, min, max }: Spread) =>
  Number.isFinite(max) ? `${figure(median)} [${figure(min)}–${figure(max)}]` : '–';

function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
