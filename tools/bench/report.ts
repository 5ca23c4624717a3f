import type { Compared } from './compare.ts';
import type { Claim } from './goals.ts';
import { figure, range, table } from './markdown.ts';
import type { Section } from './section.ts';
import type { Summary } from './summary.ts';

/** Formats a run as Markdown. */
export function print(summary: Summary): string {
  const { setting, workloads, sections } = summary;
  return [
    `# Bench: ${setting.size}, ${setting.rounds} rounds of ${setting.seconds} s`,
    printMachine(summary),
    '## Goals',
    printGoals(summary, { withLast: true }),
    ...summary.failures.map((failure) => `**Not measured:** ${failure}`),
    ...workloads.map(printWorkload),
    ...sections.map(printSection),
  ].join('\n\n');
}

/** Formats the tables of `docs/performance.md`. */
export const printForDocs = (summary: Summary): string =>
  [printMachine(summary), printGoals(summary, { withLast: false }), printTargets(summary)].join(
    '\n\n',
  );

const noise =
  '**Noisy**: something else took more than 0.35 core in most windows; only ratios of CPU, ' +
  'memory and sizes are judged.';

function printMachine({ at, commit, machine, setting, noisy }: Summary): string {
  const { cores, cpu, node } = machine;
  const run = `${setting.size} data set, ${setting.rounds} rounds of ${setting.seconds} s`;
  return [
    `Measured on ${at.slice(0, 10)} at ${commit}: ${run}.`,
    `Node ${node} on ${cores} cores of ${cpu}.`,
    noisy ? noise : 'No other process used the machine.',
  ].join('\n');
}

const units: Partial<Record<Claim['unit'], string>> = { times: '×', '': '' };
const unitOf = ({ unit }: Claim) => units[unit] ?? ` ${unit}`;

function printGoals({ goals }: Summary, { withLast }: { withLast: boolean }): string {
  const head = ['goal', 'what', 'measured', 'limit', 'verdict'];
  return table(
    withLast ? [...head, 'of last'] : head,
    goals.map((goal) => {
      const unit = unitOf(goal);
      const limit = `${goal.atLeast ? '≥' : '≤'} ${goal.limit}${unit}`;
      const row = [goal.goal, goal.what, measured(goal) + unit, limit, goal.verdict];
      return withLast ? [...row, changed(goal)] : row;
    }),
  );
}

const measured = ({ value, range: [min, max] = [NaN, NaN] }: Claim) =>
  Number.isFinite(min) ? range({ median: value, min, max }) : figure(value);

const changed = ({ change, since }: Compared) =>
  change === undefined ? '' : `${figure(change)}× ${since}`;

type Summarized = Summary['workloads'][number];

/** Formats one line per target. */
const printTargets = ({ workloads }: Summary) =>
  table(
    ['workload', 'target', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'pg CPU ms', 'MiB'],
    workloads.flatMap(({ name, targets }) =>
      targets.map(({ target, rps, p50, p99, serverCpu, databaseCpu, memory }, index) => [
        index === 0 ? name : '',
        target,
        Math.round(rps),
        p50,
        p99,
        serverCpu,
        databaseCpu,
        Math.round(memory),
      ]),
    ),
  );

function printWorkload({ name, targets, ratios }: Summarized): string {
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
      ].concat('cores: server + pg + load + others'),
      targets.map(({ cores: { server, database, load }, ...target }) => [
        target.target,
        Math.round(target.rps),
        target.mean,
        target.p50,
        target.p975,
        target.p99,
        target.serverCpu,
        target.databaseCpu,
        Math.round(target.memory),
        Math.round(target.bytes),
        [server, database, load, target.others].map((part) => part.toFixed(2)).join(' + '),
      ]),
    ),
    table(
      ['first as a multiple of', 'req/s', 'CPU', 'pg CPU', 'p50', 'p99'],
      ratios.map(({ against, rps, serverCpu, databaseCpu, p50, p99 }) => [
        against,
        ...[rps, serverCpu, databaseCpu, p50, p99].map(range),
      ]),
    ),
  ].join('\n\n');
}

const printSection = ({ title, head, rows, notes = [] }: Omit<Section, 'claims'>) =>
  [`## ${title}`, table(head, rows), ...notes.map((note) => `- ${note}`)].join('\n\n');
