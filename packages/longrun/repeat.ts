/**
 * Runs the whole test command ten times, each with another seed; every second time beside four busy loops, in the
 * earliest time zone and in Turkish, which writes i and I with other pairs of letters. Prints each run and the longest test of all.
 * `--only` repeats some files.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/files.ts';
import { fail, figure, repetitions, seed } from '#tools/kit/seed.ts';
import { run } from '#tools/run.ts';
import type { TestTimes } from '#tools/suites.ts';

const count = repetitions(2, 10);
const files = (process.env['LONGRUN_ONLY'] || undefined)?.split(',') ?? [];
const elsewhere = { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' };

/** Keeps four processes busy until the returned stack is disposed. */
function startBusyLoops(): Disposable {
  const loops = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  const end = () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
  process.once('exit', end);
  return { [Symbol.dispose]: end };
}

/** Runs the test command once and returns its longest test; prints the end of its output if it fails. */
async function runOnce(number: number) {
  const isBusy = number % 2 === 1;
  using stack = new DisposableStack();
  if (isBusy) stack.use(startBusyLoops());
  const alone = { LONGRUN: '', LONGRUN_ONLY: '' };
  const env = { ...alone, SEED: String(seed + number), ...(isBusy && elsewhere) };
  const { ok, output } = await run('tools/test.ts', ['--times', ...files], { env });
  const parts = JSON.parse(readFileSync(join(root, 'test-results/times.json'), 'utf8')) as Record<
    string,
    TestTimes
  >;
  const times = Object.entries(parts).map(
    ([part, { seconds }]) => `${part} ${seconds.toFixed(0)} s`,
  );
  const result = `${ok ? 'passed' : 'FAILED'}, ${times.join(', ')}`;
  console.log(
    `${number + 1}. SEED=${seed + number}${isBusy ? ' beside busy loops' : ''}: ${result}`,
  );
  if (!ok) fail(output.slice(-8_000));
  return { ok, longest: Object.values(parts).flatMap(({ longest }) => longest ?? []) };
}

const results = [];
for (let number = 0; number < count; number += 1) results.push(await runOnce(number));
const [longest] = results
  .flatMap((result) => result.longest)
  .toSorted((a, b) => b.seconds - a.seconds);
const failures = results.filter(({ ok }) => !ok).length;
const wait = longest && `; the longest test took ${longest.seconds.toFixed(0)} s: ${longest.name}`;
figure('repeat', `${failures} of ${count} runs failed${wait ?? ''}`);
