/** Measures the product and bare servers that do the same work (`npm run bench`). */
import { parseArgs } from 'node:util';
import { bench } from './bench.ts';
import { names } from './catalogue.ts';
import { writeDocs } from './docs.ts';
import { keep, readLast } from './record.ts';
import { print, printForDocs } from './report.ts';
import { sizes, type Size } from './seed.ts';
import { weighTables } from './sizes.ts';
import { summarize } from './summary.ts';

const usage = `npm run bench -- [options]
  --size <size>        ${Object.keys(sizes).join(', ')}: 10 to 100,000 tenants
                       (full; small with --only)
  --only <name>        one of ${names.join(', ')}; may be repeated (all of them)
  --rounds <n>         windows of each target (3)
  --seconds <n>        length of a window (1.2)
  --sizes              weigh the tables instead, by tenant
  --write-docs         put the tables into docs/performance.md
  --json               the report as JSON
  --strict             fail when a goal is missed`;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.abort(new Error(`Stopped by ${signal}`)));
}

const began = performance.now();

/** Prints the next step; throws after an interrupt. */
const progress = (what: string) => {
  interrupted.signal.throwIfAborted();
  const seconds = ((performance.now() - began) / 1_000).toFixed(0).padStart(4);
  process.stderr.write(`${seconds} s  ${what}\n`);
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      size: { type: 'string' },
      only: { type: 'string', multiple: true },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '1.2' },
      sizes: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { only, json, strict, 'write-docs': forDocs } = values;
  const size = values.size ?? (only ? 'small' : 'full');
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const wrong =
    !(size in sizes) ||
    only?.some((name) => !names.includes(name)) ||
    !(Number.isInteger(rounds) && rounds > 0 && seconds > 0) ||
    (forDocs && only !== undefined);
  if (wrong || values.help) throw new Error(usage);
  return {
    size: size as Size,
    weighs: values.sizes,
    wanted: only ?? names,
    rounds,
    seconds,
    forDocs,
    json,
    strict,
  };
}

try {
  const options = readOptions();
  if (options.weighs) {
    process.stdout.write(`${await weighTables({ size: options.size, progress })}\n`);
    process.exit();
  }
  const last = readLast(options.size);
  const summary = summarize(await bench({ ...options, progress }), options, last);
  progress(`Kept in ${keep(summary, last)}`);
  if (options.forDocs) writeDocs(printForDocs(summary));
  process.stdout.write(`${options.json ? JSON.stringify(summary, null, 2) : print(summary)}\n`);
  const missed = summary.goals.some(({ verdict }) => verdict === 'MISSED');
  process.exitCode = summary.failures.length > 0 || (options.strict && missed) ? 1 : 0;
} catch (error) {
  const said = interrupted.signal.aborted ? interrupted.signal.reason : error;
  process.stderr.write(`${(said as Error).message}\n`);
  process.exitCode = 1;
}
