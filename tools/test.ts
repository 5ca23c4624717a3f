/**
 * Runs every test: units and API with Vitest, then browser journeys on a production build. Ends with what
 * took how long, and with each failure. `--times` also writes the times to test-results/times.json; names of files
 * run these alone.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readArguments } from '#server/platform/command-line.ts';
import { runJourneys, runUnits, type TestCount } from './suites.ts';

const usage = 'npm test [-- [--times] [file…]]';
const { values, positionals } = readArguments(usage, { times: { type: 'boolean' } }, Infinity);
const { units, journeys } = Object.groupBy(positionals, (file) =>
  /(^|\/)e2e\b/.test(file) ? 'journeys' : 'units',
);
const isWhole = positionals.length === 0;
const counts: Record<string, TestCount> = {};
if (isWhole || units) counts['units'] = await runUnits({ args: units ?? [] });
if (isWhole || journeys) counts['journeys'] = await runJourneys({ args: journeys ?? [] });
const sum = (of: 'passed' | 'failed') =>
  Object.values(counts).reduce((total, count) => total + count[of], 0);

/** Prints the thirty slowest of a part, what its starts cost, and what it took in all. */
function printTimes(part: string, { passed, failed, times }: TestCount): void {
  const { seconds, slowest, starts } = times;
  console.log(`\nThe slowest ${part}, in seconds:`);
  for (const { name, seconds } of slowest.slice(0, 30))
    console.log(`${seconds.toFixed(1).padStart(7)} ${name}`);
  for (const [kind, { count, seconds }] of Object.entries(starts))
    console.log(`${seconds.toFixed(1).padStart(7)} for ${count} × ${kind}`);
  console.log(`${seconds.toFixed(0).padStart(5)}   ${part}: ${passed} passed, ${failed} failed`);
}

for (const [part, count] of Object.entries(counts)) printTimes(part, count);
if (values.times) {
  const times = Object.entries(counts).map(([part, { times }]) => [part, times]);
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/times.json', JSON.stringify(Object.fromEntries(times), null, 1));
}
// At the end, because the beginning of a long log is often cut off; what is short and tells most comes last.
for (const { pages } of Object.values(counts)) for (const page of pages) console.error(`\n${page}`);
for (const { details } of Object.values(counts))
  for (const detail of details) console.error(`\n${detail}`);
for (const { files } of Object.values(counts))
  for (const file of files) console.error(`FAIL ${file}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
