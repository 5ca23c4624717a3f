import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/files.ts';
import { isNoisy, judgeGoals, resultsOf } from './goals.ts';
import type { GoalResult, MeasuredWorkload, TargetWindows } from './goals.ts';
import type { Window } from './load.ts';
import { spread, threeDigits } from './statistics.ts';

/** Measurements of a run with its parameters. */
export type Measurements = {
  commit: string;
  setting: { size: string; rounds: number; seconds: number };
  workloads: MeasuredWorkload[];
  /** Results of the sections, which measure in other ways. */
  results: GoalResult[];
  /** Errors of workloads that could not be measured. */
  failures: string[];
};

/** Judges a run, stores it in `.data/bench` and returns what is stored. */
export function storeRun({ workloads, results, ...run }: Measurements) {
  const noisy = isNoisy(workloads);
  const all = [...workloads.flatMap(resultsOf), ...results];
  const stored = {
    at: new Date().toISOString(),
    ...run,
    noisy,
    machine: { cores: cpus().length, cpu: cpus()[0]?.model ?? '', node: process.version },
    goals: judgeGoals(
      // By number, P2 before P10; goals without a number come last.
      all.toSorted((one, other) => numberOf(one) - numberOf(other)),
      noisy,
    ),
    workloads: workloads.map(({ name, series, remark }) => ({ name, series, remark })),
  };
  const folder = join(root, '.data/bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${stored.at.replaceAll(':', '')}-${run.commit}.json`);
  writeFileSync(file, JSON.stringify(stored, null, 2));
  return stored;
}
type StoredRun = ReturnType<typeof storeRun>;

const numberOf = ({ goal }: GoalResult) => Number(/^P(\d+)/.exec(goal)?.[1] ?? 99);

/** Returns the cells of a target: medians of its windows and the peak of its memory. */
function cellsOf({ target, windows }: TargetWindows) {
  const median = (of: (window: Window) => number) => spread(windows.map(of)).median;
  return [
    target,
    Math.round(median(({ rps }) => rps)),
    median(({ p50 }) => p50),
    median(({ p99 }) => p99),
    median(({ serverCpu }) => serverCpu),
    median(({ databaseCpu }) => databaseCpu),
    Math.round(Math.max(...windows.map(({ memory }) => memory))),
  ];
}

const noise =
  '**Noisy**: other processes took more than 0.35 core in most windows; only ratios of CPU, ' +
  'memory and sizes are judged.';

const goalColumns = ['goal', 'what', 'measured', 'limit', 'verdict'];
const columns = ['workload', 'target', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'pg CPU ms', 'MiB'];

/** Formats the goals of a run as Markdown. */
export function formatGoals({ at, commit, setting, machine, noisy, goals }: StoredRun) {
  const judged = goals.map(({ goal, what, value, rounds, limit, unit, atLeast, verdict }) => {
    const { min, max } = spread(rounds ?? []);
    const range = min < max ? ` [${threeDigits(min)}–${threeDigits(max)}]` : '';
    const measured = `${threeDigits(value)}${range}${unit}`;
    return [goal, what, measured, `${atLeast ? '≥' : '≤'} ${limit}${unit}`, verdict];
  });
  const head =
    `Measured on ${at.slice(0, 10)} at ${commit}: ${setting.size} data set, ${setting.rounds} ` +
    `rounds of ${setting.seconds} s.\nNode ${machine.node} on ${machine.cores} cores of ` +
    `${machine.cpu}.\n${noisy ? noise : 'No other process used the machine.'}`;
  return `${head}\n\n${formatTable(goalColumns, judged)}`;
}

/** Formats what only the terminal shows: measured values, failed measurements, and the details of goals. */
export const formatDetails = ({ failures, goals, workloads }: StoredRun) =>
  [
    formatTable(
      columns,
      workloads.flatMap(({ name, series }) =>
        series.map((target, index) => [index ? '' : name, ...cellsOf(target)]),
      ),
    ),
    ...failures.map((failure) => `**Not measured:** ${failure}`),
    ...workloads.flatMap(({ name, remark }) => (remark ? [`${name}: ${remark}`] : [])),
    ...goals.flatMap(({ goal, detail }) => (detail ? [`${goal}: ${detail}`] : [])),
  ].join('\n\n');

/** Formats a Markdown table with aligned columns. */
function formatTable(head: string[], rows: (string | number)[][]): string {
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

/** Writes the goals of a run into `docs/performance.md`. */
export function writeDocs(tables: string): void {
  const file = join(root, 'docs/performance.md');
  writeFileSync(file, between(readFileSync(file, 'utf8'), tables));
}
