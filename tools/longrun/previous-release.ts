/**
 * Checks that the release before the newest migration keeps working while that is applied and after it
 * (R-REL-06): the packages of both run on one database under load, the old one is restarted, and its tests
 * run on the new schema. `RELEASE=<commit>` names another release.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { root } from '#tools/files.ts';
import { SequentialClients } from '#tools/kit/clients.ts';
import { registerOrganization } from '#tools/kit/organizations.ts';
import { stop } from '#tools/kit/processes.ts';
import { fail, figure, repetitions } from '#tools/kit/seed.ts';
import { startDatabaseServer, startProduct, temporaryFolder } from '#tools/kit/servers.ts';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const seconds = repetitions(2, 5) * 1_000;

/** Returns the last commit before the one that added the newest migration. */
function previousRelease(): string {
  const newest = git('ls-files', 'migrations/*.sql').split('\n').at(-1) ?? '';
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', newest);
  return process.env['RELEASE'] ?? git('rev-parse', '--verify', '-q', `${added}^`);
}

/** Runs a script of a release in its folder, with this Node.js; returns true when it succeeds. */
const runIn = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, LONGRUN: '' },
    stdio: 'inherit',
  }).status === 0;

/** Makes the package of a release in its folder; returns the server of the unpacked package. */
function packedServer(stack: AsyncDisposableStack, sources: string): string {
  if (!runIn(sources, 'tools/package/main.ts', '--snapshot', '--no-image'))
    throw new Error(`No package of ${sources}`);
  const [archive = ''] = readdirSync(join(sources, 'release')).filter((name) =>
    name.endsWith('.gz'),
  );
  const folder = temporaryFolder(stack, 'package');
  execFileSync('tar', ['-xzf', join(sources, 'release', archive), '-C', folder]);
  return join(folder, archive.replace('.tar.gz', ''), 'build/server/main.js');
}

const locks = `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8
  as ms from pg_locks where not granted and locktype = 'relation'`;

/** Returns the longest wait for a table lock in ms while some work is done. */
async function longestLockWait(pool: Pool, work: Promise<unknown>): Promise<number> {
  let longest = 0;
  const over = new AbortController();
  void work.finally(() => over.abort());
  while (!over.signal.aborted) {
    const { rows } = await pool.query<{ ms: number }>(locks);
    longest = Math.max(longest, rows[0]?.ms ?? 0);
    await sleep(10);
  }
  return longest;
}

/** Lets both releases serve the same database under load; fails when a request does. */
async function serveTogether(stack: AsyncDisposableStack, folder: string): Promise<void> {
  const { settings, pool } = await startDatabaseServer(stack);
  const [oldServer, newServer] = [folder, root].map((sources) => packedServer(stack, sources));
  const old = await startProduct(stack, settings, oldServer);
  const { headers } = await registerOrganization(old.origin, 'Release');
  const load = (origin: string) => new SequentialClients(origin, headers, { count: 4 });

  const onOld = load(old.origin);
  await sleep(seconds);
  const starting = startProduct(stack, settings, newServer);
  const waited = await longestLockWait(pool, starting);
  const onNew = load((await starting).origin);
  await sleep(seconds);
  await Promise.all([onOld.stop(), onNew.stop()]);
  await stop(old.child);
  const onAgain = load((await startProduct(stack, settings, oldServer)).origin);
  await sleep(seconds);
  await onAgain.stop();

  const longest = onOld.takeSlowest();
  const all = [onOld, onNew, onAgain];
  const served = all.flatMap((clients) => clients.served);
  const failed = all.flatMap((clients) => clients.takeFailed());
  for (const line of failed.slice(0, 5)) fail(line);
  if (served.includes(0)) fail('A client was never served');
  figure(
    'previous-release',
    `${served.reduce((sum, count) => sum + count)} requests, ${failed.length} errors; longest wait ` +
      `for a lock of a table ${waited.toFixed(0)} ms, longest request of the old release ` +
      `${longest.toFixed(0)} ms`,
  );
}

// Left out: tests of the schema itself, which describe the old one.
const excluded = ['src/server/database/**', '**/complete.test.ts'];

/** Runs the old release's tests of its behavior on the tables of the new migrations. */
function testsPass(folder: string): boolean {
  cpSync(join(root, 'migrations'), join(folder, 'migrations'), { recursive: true });
  const options = excluded.flatMap((path) => ['--exclude', path]);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=0', '--hookTimeout=0'];
  return runIn(folder, ...vitest, ...options, repetitions('src/server/members/', 'src/server/'));
}

await using stack = new AsyncDisposableStack();
const commit = previousRelease();
const folder = join(temporaryFolder(stack, 'release'), 'previous');
git('clone', '-q', '--shared', '--no-checkout', root, folder);
git('-C', folder, 'checkout', '-q', commit);
// Its own packages: it may need one that is gone.
execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
await serveTogether(stack, folder);
const result = `its tests ${testsPass(folder) ? 'pass' : 'fail'} on the new schema (${commit})`;
figure('previous-release', result);
if (result.includes('fail')) fail(result);
