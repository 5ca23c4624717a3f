import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Tests the start and the replacement of workers by a real primary process (R-REL-30). */
function startPrimary(WORKERS: string, limitMs = 60_000) {
  const script = join(import.meta.dirname, 'primary-process.ts');
  const env = { PATH: process.env['PATH'], PROCESSES: '2', WORKERS, LIMIT_MS: `${limitMs}` };
  // Its own process group: the test can end the workers with it.
  const primary = spawn(process.execPath, [script], { env, detached: true });
  const exit = once(primary, 'close') as Promise<[number]>;
  onTestFinished(async () => {
    if (primary.exitCode === null) process.kill(-(primary.pid ?? 0), 'SIGKILL');
    await exit;
  });
  let printed = '';
  for (const stream of [primary.stdout, primary.stderr]) {
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  }
  return { primary, exit, output: () => printed.replaceAll(/Worker \d+/g, 'Worker') };
}

const wait = { timeout: 25_000 };

test('the primary process replaces a worker that was killed during its start (R-REL-30)', async () => {
  const { output } = startPrimary('ready killed ready');
  await expect.poll(output, wait).toContain('Replacement worker is ready\nAll workers are ready');
  expect(output()).toContain('Ready at worker 1\n');
  expect(output()).toContain('Worker exited before it was ready (SIGKILL). Starting another one.');
});

test('a first worker that is killed is replaced, one that refuses ends the start (R-REL-30)', async () => {
  const killed = startPrimary('killed ready');
  await expect.poll(killed.output, wait).toContain('Ready at worker 2\n');
  const refused = startPrimary('refused');
  expect(await refused.exit).toEqual([1, null]);
  expect(refused.output()).toBe('Worker exited before it was ready (1).\n');
});

test.each([
  ['ready', [1, 2]],
  ['killed ready', [2, 3]],
])(
  'one worker checks the stored secrets: of “%s” the first of %j (R-OPR-18)',
  async (workers, [checker, other]) => {
    const { output } = startPrimary(workers);
    await expect.poll(output, wait).toContain('All workers are ready\n');
    expect(output()).toContain(`Number ${other} does not check secrets\n`);
    expect(output().match(/Number \d checks secrets/g)).toEqual([
      `Number ${checker} checks secrets`,
    ]);
  },
);

test('the product is ready with its first worker, whatever the others do (R-REL-30)', async () => {
  const { primary, exit, output } = startPrimary('ready hanging', 600_000);
  await expect.poll(output, wait).toContain('Ready at worker 1\n');
  primary.kill('SIGTERM');
  await exit;
  expect(output()).not.toContain('All workers');
});

test('a first worker that is not ready in time is replaced once (R-REL-30)', async () => {
  const late = startPrimary('hanging ready', 3_000);
  await expect.poll(late.output, wait).toContain('Ready at worker 2\n');
  expect(late.output()).toContain('Worker was not ready within 3 s. Starting another one.');
  const never = startPrimary('hanging', 1_000);
  expect(await never.exit).toEqual([1, null]);
  expect(never.output()).toBe(
    'Worker was not ready within 1 s. Starting another one.\nWorker was not ready within 1 s.\n',
  );
});

test('a start ends when no worker can start (R-REL-30)', async () => {
  const { exit, output } = startPrimary('killed');
  expect(await exit).toEqual([1, null]);
  expect(output()).not.toContain('Ready');
});

test('a worker that is not ready in time is replaced (R-REL-30)', async () => {
  const { output } = startPrimary('ready hanging ready', 3_000);
  await expect.poll(output, wait).toContain('Replacement worker is ready');
  expect(output()).toContain('Worker was not ready within 3 s. Starting another one.');
});

test('SIGHUP keeps the workers when a new one is not ready in time (R-REL-30)', async () => {
  const { primary, output } = startPrimary('ready ready hanging', 3_000);
  await expect.poll(output, wait).toContain('Ready at worker 1');
  primary.kill('SIGHUP');
  await expect
    .poll(output, wait)
    .toContain('Worker was not ready within 3 s. Keeping the current workers.');
});
