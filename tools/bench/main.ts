/** Measures the product beside bare servers that do the same work (`npm run bench`). */
import { parseArgs } from 'node:util';
import { run as runTool } from '#tools/run.ts';
import { check } from './checks.ts';
import { stop } from './children.ts';
import { measureFiles } from './files.ts';
import type { Findings } from './goals.ts';
import { measureHubs } from './hub.ts';
import { measureWithLighthouse } from './lighthouse.ts';
import { measureWith, startDriver } from './load.ts';
import { print, summarize } from './report.ts';
import { sizes, type Size } from './seed.ts';
import { setStage } from './stage.ts';
import { weigh, type Weight } from './weight.ts';
import { names, run, workloadsOf, type Name } from './workloads.ts';

const usage = `npm run bench -- [options]
  --size small|full    10 tenants, or 10,000 with 50,000 users (small)
  --only <workload>    one of ${names.join(', ')}; may be repeated (all of them)
  --rounds <n>         windows of each target (3)
  --seconds <n>        length of a window (2)
  --lighthouse         also the public pages on Lighthouse's phone
  --json               the report as JSON
  --strict             fail when a goal is missed`;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.abort(new Error(`Stopped by ${signal}`)));
}

/** Says what comes next, unless somebody wants it all to end. */
const progress = (what: string) => {
  interrupted.signal.throwIfAborted();
  process.stderr.write(`${what}\n`);
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'small' },
      only: { type: 'string', multiple: true, default: [...names] },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      lighthouse: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { size, only, lighthouse, json, strict } = values;
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const wrong =
    !(size in sizes) ||
    only.some((name) => !names.includes(name as Name)) ||
    !(Number.isInteger(rounds) && rounds > 0 && seconds > 0);
  if (wrong || values.help) throw new Error(usage);
  return { size: size as Size, only: only as Name[], rounds, seconds, lighthouse, json, strict };
}

type Options = ReturnType<typeof readOptions>;

/** Ten organizations more or less say nothing about lists. */
const isLarge = (size: Size) => size === 'full';

/** Runs the whole bench; whatever it started has ended when it returns or throws. */
async function bench({ size, only, rounds, seconds, ...also }: Options): Promise<Findings> {
  progress('Building the web app');
  const build = await runTool('tools/build.ts');
  if (!build.ok) throw new Error(build.output);

  await using stack = new AsyncDisposableStack();
  const scene = await setStage(stack, {
    size,
    withLists: only.includes('lists') && isLarge(size),
    progress,
  });
  if (only.includes('lists') && !isLarge(size)) {
    progress('lists are left out: they need --size full');
  }
  progress('Checking');
  const failed = await check(scene);
  if (failed.length > 0) throw new Error(`Not as it must be:\n${failed.join('\n')}`);
  const weights: Weight[] = [];
  for (const path of ['/product', '/blog', '/pricing', '/app/dashboard']) {
    weights.push(await weigh(scene.product.origin, path));
  }

  const driver = startDriver();
  stack.defer(() => stop(driver));
  const measure = measureWith(driver, scene);
  const workloads: Findings['workloads'] = [];
  for (const workload of workloadsOf(scene).filter(({ name }) => only.includes(name))) {
    const series = await run(workload, measure, { rounds, seconds, progress });
    workloads.push({ name: workload.name, series });
  }
  const hubs = only.includes('hub') ? await measureHubs(scene, measure, progress) : [];
  const files = only.includes('files') ? await measureFiles(scene, progress) : [];
  const lighthouse = also.lighthouse
    ? await measureWithLighthouse(scene.product.origin, progress)
    : [];
  return { workloads, coldStarts: scene.coldStarts, weights, hubs, files, lighthouse };
}

try {
  const options = readOptions();
  const summary = summarize(await bench(options), options);
  process.stdout.write(`${options.json ? JSON.stringify(summary, null, 2) : print(summary)}\n`);
  const missed = summary.goals.some(({ verdict }) => verdict === 'MISSED');
  process.exitCode = options.strict && missed ? 1 : 0;
} catch (error) {
  const said = interrupted.signal.aborted ? interrupted.signal.reason : error;
  process.stderr.write(`${(said as Error).message}\n`);
  process.exitCode = 1;
}
