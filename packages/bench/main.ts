/** Measures the product and bare servers that do the same work (`npm run bench`). */
import { execFileSync } from 'node:child_process';
import { readArguments, refuseArguments } from '#server/platform/command-line.ts';
import { asBrowser, requestBytes } from '#tools/kit/http.ts';
import { run } from '#tools/run.ts';
import { buildCommit, comparedWorkloads, startBeside, type BuiltCommit } from './against.ts';
import { dataSizes, type DataSize } from './data.ts';
import type { GoalResult, TargetWindows } from './goals.ts';
import { measureHubs } from './hub.ts';
import { measureInteractions } from './interactions.ts';
import { measureFiles, measureWholeList } from './large.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureBeside, type LoadTarget, type Measure, type Window } from './load.ts';
import { checkPlans } from './plans.ts';
import { formatDetails, formatGoals, storeRun, writeDocs, type Measurements } from './report.ts';
import type { Workload } from './requests.ts';
import { prepareBench, type BenchSetup } from './setup.ts';
import { measureScripts, measureStarts } from './starts.ts';
import { createWorkload, workloads } from './workloads.ts';

type Section = (setup: BenchSetup, measure: Measure) => Promise<GoalResult[]>;
/** Measurements other than alternating requests, in this order. */
const sections: Record<string, Section> = {
  'cold start': measureStarts,
  script: measureScripts,
  plans: checkPlans,
  'whole list': measureWholeList,
  hub: measureHubs,
  files: measureFiles,
  lighthouse: measureLighthouse,
  interactions: measureInteractions,
};

const names = [...Object.keys(workloads), ...Object.keys(sections)];
const usage = `npm run bench -- [options]
  --size <size>        ${Object.keys(dataSizes).join(', ')}: 10 to 100,000 tenants
                       (full; small with --only)
  --only <name>        one of ${names.join(', ')}; may be repeated (all of them)
  --against <commit>   compares ${comparedWorkloads.join(', ')} with that commit instead,
                       which is built in .data/bench
  --rounds <n>         windows of each target (5); fewer give no verdict
  --seconds <n>        length of a window (1.2)
  --write-docs         put the goals into docs/performance.md
  --strict             fail when a goal is missed`;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.abort(new Error(`Stopped by ${signal}`)));
}

/** Prints the next step; throws after an interrupt. */
function progress(step: string) {
  interrupted.signal.throwIfAborted();
  process.stderr.write(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${step}\n`);
}

function readOptions() {
  const { values } = readArguments(usage, {
    size: { type: 'string' },
    only: { type: 'string', multiple: true },
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.2' },
    'write-docs': { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
  });
  const { only, against, 'write-docs': forDocs } = values;
  const offered = against === undefined ? names : comparedWorkloads;
  const size = values.size ?? (only ? 'small' : 'full');
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const unknown = only?.find((name) => !offered.includes(name));
  if (!(size in dataSizes)) refuseArguments(usage, `Unknown size '${size}'`);
  if (unknown !== undefined) refuseArguments(usage, `Unknown measurement '${unknown}'`);
  if (!(Number.isInteger(rounds) && rounds > 0 && seconds > 0))
    refuseArguments(usage, 'Rounds and seconds must be positive numbers');
  if (forDocs && (only || against !== undefined))
    refuseArguments(usage, '--write-docs needs all measurements');
  const setting = { size: size as DataSize, rounds, seconds };
  return { ...values, wanted: only ?? offered, setting, forDocs };
}

/** Measures a workload: a warm-up of a second for each target, then rounds in alternating order. */
async function measureWorkload(
  { targets, patience = 1 }: Workload,
  measure: Measure,
  { rounds, seconds }: Measurements['setting'],
): Promise<TargetWindows[]> {
  await compareReplies(targets);
  const series = targets.map((target) => ({ target: target.name, windows: [] as Window[] }));
  for (let round = 0; round <= rounds; round += 1) {
    const order = [...targets.entries()];
    for (const [index, target] of round % 2 === 0 ? order : order.toReversed()) {
      progress(`  ${target.name}, ${round === 0 ? 'warm-up' : `round ${round}`}`);
      const window = await measure(target, round === 0 ? 1 : seconds * patience);
      if (window.failures > 0) throw new Error(`${target.name}: ${window.failures} failures`);
      if (round > 0) series[index]?.windows.push(window);
    }
  }
  return series;
}

/** Throws unless first responses succeed, and are equal where required. */
async function compareReplies(targets: LoadTarget[]): Promise<void> {
  const bodies = new Map<string, Buffer>();
  for (const { name, server, requests, sameAs = '' } of targets) {
    const { path = '', method = 'GET', headers } = requests[0] ?? {};
    if (method !== 'GET') continue;
    const sent = { headers: { ...asBrowser, ...headers } };
    const { status, body } = await requestBytes(`${server.origin}${path}`, sent);
    if (status !== 200) throw new Error(`${name} answered ${status}`);
    const same = bodies.get(sameAs);
    if (same && !same.equals(body)) throw new Error(`${name} has other bytes than ${sameAs}`);
    bodies.set(name, body);
  }
}

/** Runs the wanted workloads and sections; a failure of one is recorded, and the others continue. */
async function measureAll(
  { setting, wanted }: ReturnType<typeof readOptions>,
  built: BuiltCommit | undefined,
) {
  await using stack = new AsyncDisposableStack();
  progress(`Starting PostgreSQL and the product, filling the database: ${setting.size}`);
  const setup = await prepareBench(stack, setting.size);
  if (built) progress(`Starting ${built.commit} on a PostgreSQL of its own, filling its database`);
  const { create, measure } = built
    ? await startBeside(stack, setup, built)
    : { create: createWorkload, measure: measureBeside(setup.postgres.pid()) };
  const describe = ['describe', '--always', '--dirty'];
  const commit = execFileSync('git', describe, { encoding: 'utf8' }).trim();
  const found: Measurements = { commit, setting, workloads: [], results: [], failures: [] };
  for (const name of wanted) {
    progress(name);
    await using own = new AsyncDisposableStack();
    try {
      found.results.push(...((await sections[name]?.(setup, measure)) ?? []));
      const workload = await create(name, setup, own);
      if (!workload) continue;
      const series = await measureWorkload(workload, measure, setting);
      const { goals = [], remark } = workload;
      found.workloads.push({ name, goals, series, ...(remark && { remark }) });
    } catch (error) {
      found.failures.push(`${name}: ${(error as Error).message}`);
      progress(`Failed: ${found.failures.at(-1)}`);
    }
  }
  return found;
}

try {
  const options = readOptions();
  progress('Building');
  const { ok, output } = await run('tools/build.ts');
  if (!ok) throw new Error(output);
  const { against } = options;
  if (against !== undefined) progress(`Building ${against}`);
  const built = against === undefined ? undefined : buildCommit(against);
  const stored = storeRun(await measureAll(options, built));
  const goals = formatGoals(stored);
  if (options.forDocs) writeDocs(goals);
  process.stdout.write(`${goals}\n${built ? '' : `\n${formatDetails(stored)}\n`}`);
  const missed = options.strict && stored.goals.some(({ verdict }) => verdict === 'MISSED');
  if (stored.failures.length > 0 || missed) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${((interrupted.signal.reason ?? error) as Error).message}\n`);
  process.exitCode = 1;
}
