import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/files.ts';
import type { Window } from '#tools/kit/load.ts';
import { spread, threeDigits } from '#tools/kit/statistics.ts';
import {
  isNoisy,
  judgeGoals,
  remember,
  resultsOf,
  withLast,
  type GoalResult,
  type JudgedGoal,
  type LastValues,
  type PerformanceGoal,
  type TargetWindows,
} from './goals.ts';

/** Parameters of a run. */
export interface BenchSetting {
  size: string;
  rounds: number;
  seconds: number;
}

/** Measurements of a run. */
export interface Measurements {
  commit: string;
  workloads: { name: string; goals: PerformanceGoal[]; series: TargetWindows[] }[];
  /** Results of the sections, which measure in other ways. */
  results: GoalResult[];
  /** Errors of workloads that could not be measured. */
  failures: string[];
}

const folder = join(root, '.data/bench');

/** Judges a run, stores it in `.data/bench` and returns what is stored. */
export function storeRun({ workloads, results, ...run }: Measurements, setting: BenchSetting) {
  const latest = join(folder, `latest-${setting.size}.json`);
  const last = (existsSync(latest) ? JSON.parse(readFileSync(latest, 'utf8')) : {}) as LastValues;
  const noisy = isNoisy(workloads);
  const all = [...workloads.flatMap(({ goals, series }) => resultsOf(goals, series)), ...results];
  const stored = {
    at: new Date().toISOString(),
    ...run,
    setting,
    noisy,
    machine: { cores: cpus().length, cpu: cpus()[0]?.model ?? '', node: process.version },
    goals: withLast(judgeGoals(all.toSorted(byNumber), noisy), last),
    workloads: workloads.map(({ name, series }) => ({ name, targets: series.map(mediansOf) })),
  };
  mkdirSync(folder, { recursive: true });
  const write = (file: string, value: object) =>
    writeFileSync(file, JSON.stringify(value, null, 2));
  write(join(folder, `${stored.at.replaceAll(':', '')}-${run.commit}.json`), stored);
  write(latest, remember(stored.goals, last, run.commit));
  return stored;
}
type StoredRun = ReturnType<typeof storeRun>;

/** Compares by number, P2 before P10; goals without a number come last. */
const byNumber = (one: GoalResult, other: GoalResult) => numberOf(one) - numberOf(other);
const numberOf = ({ goal }: GoalResult) => Number(/^P(\d+)/.exec(goal)?.[1] ?? 99);

const mediansOf = ({ target, windows }: TargetWindows) => {
  const median = (pick: (window: Window) => number) => spread(windows.map(pick)).median;
  const names = ['rps', 'mean', 'p50', 'p99', 'serverCpu', 'databaseCpu'] as const;
  const cores = ['server', 'database', 'load', 'others'] as const;
  return {
    target,
    ...Object.fromEntries(names.map((name) => [name, median((window) => window[name])])),
    memory: Math.max(...windows.map(({ memory }) => memory)),
    cores: Object.fromEntries(cores.map((name) => [name, median(({ cores }) => cores[name])])),
  } as { target: string } & Omit<Window, 'writesP99' | 'readsP99' | 'failures'>;
};

const noise =
  '**Noisy**: other processes took more than 0.35 core in most windows; only ratios of CPU, ' +
  'memory and sizes are judged.';

/** Formats a run as Markdown: for `docs/performance.md`, or in full. */
export function formatRun(run: StoredRun, { full }: { full: boolean }): string {
  const { at, commit, setting, machine, noisy, goals, workloads } = run;
  const head = ['goal', 'what', 'measured', 'limit', 'verdict', ...(full ? ['of last'] : [])];
  const columns = ['workload', 'target', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'pg CPU ms', 'MiB'];
  const rows = workloads.flatMap(({ name, targets }) =>
    targets.map(({ target, rps, p50, p99, serverCpu, databaseCpu, memory }, index) =>
      [index ? '' : name, target, Math.round(rps), p50, p99, serverCpu, databaseCpu].concat(
        Math.round(memory),
      ),
    ),
  );
  return [
    `Measured on ${at.slice(0, 10)} at ${commit}: ${setting.size} data set, ${setting.rounds} ` +
      `rounds of ${setting.seconds} s.\nNode ${machine.node} on ${machine.cores} cores of ` +
      `${machine.cpu}.\n${noisy ? noise : 'No other process used the machine.'}`,
    formatTable(
      head,
      goals.map((goal) => [...cellsOf(goal), ...(full ? [changeOf(goal)] : [])]),
    ),
    formatTable(columns, rows),
    ...(full ? run.failures.map((failure) => `**Not measured:** ${failure}`) : []),
    ...(full ? goals.flatMap(({ goal, detail }) => (detail ? [`${goal}: ${detail}`] : [])) : []),
  ].join('\n\n');
}

const cellsOf = ({ goal, what, value, range, limit, unit, atLeast, verdict }: JudgedGoal) => {
  const rounds = range ? ` [${range.map(threeDigits).join('–')}]` : '';
  const measured = `${threeDigits(value)}${rounds}${unit}`;
  return [goal, what, measured, `${atLeast ? '≥' : '≤'} ${limit}${unit}`, verdict];
};

const changeOf = ({ change, since }: JudgedGoal) =>
  change === undefined ? '' : `${threeDigits(change)}× ${since}`;

/** Formats a Markdown table with aligned columns. */
export function formatTable(head: string[], rows: (string | number)[][]): string {
  const text = (cell: string | number) => (typeof cell === 'number' ? threeDigits(cell) : cell);
  const cells = [head, ...rows.map((row) => row.map(text))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = [cells[0] ?? [], widths.map((width) => '-'.repeat(width)), ...cells.slice(1)];
  const padded = lines.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return padded.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->'];

/** Replaces the text between the marks. Throws when they are missing. */
export function between(text: string, tables: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`No ${begin} … ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${tables}\n\n${text.slice(to)}`;
}

/** Writes the tables of a run into `docs/performance.md`. */
export function writeDocs(tables: string): void {
  const file = join(root, 'docs/performance.md');
  writeFileSync(file, between(readFileSync(file, 'utf8'), tables));
}
