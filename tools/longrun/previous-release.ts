/**
 * Checks that the release before the newest migration keeps working while that is applied and after it
 * (R-REL-06): both run on one database under load, the old one is restarted, and its tests run on the
 * new schema. `RELEASE=<commit>` names another release.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '#server/database/lifecycle/embedded.ts';
import { register } from '#tools/bench/accounts.ts';
import { awaitFrom, launch, stop } from '#tools/bench/children.ts';
import { root } from '#tools/files.ts';
import { figure } from '#tools/kit/seed.ts';
import { git } from './git.ts';
import { startClients } from './release-load.ts';
import { watchLocks } from './release-locks.ts';

const seconds = 5_000;

/** Returns the last commit before the one that added the newest migration. */
async function previous(): Promise<string | undefined> {
  const given = process.env['RELEASE'];
  if (given) return given;
  const newest = (await git('ls-files', 'migrations/*.sql'))?.trim().split('\n').at(-1) ?? '';
  const added = await git('log', '-1', '--format=%H', '--diff-filter=A', '--', newest);
  return added ? (await git('rev-parse', '--verify', '-q', `${added.trim()}^`))?.trim() : undefined;
}

/** Unpacks its sources into a folder, with the current packages. */
async function unpack(commit: string, folder: string): Promise<void> {
  await git('clone', '-q', '--shared', '--no-checkout', root, folder);
  await git('-C', folder, 'checkout', '-q', commit);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

async function besideEachOther(folder: string, data: string): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const { ownerUrl, stop: stopPostgres } = await startEmbedded({ dataDir: join(data, 'postgres') });
  stack.defer(stopPostgres);
  const start = async (sources: string) => {
    const args = [sources, ownerUrl, join(data, 'product')];
    const child = launch(new URL('release.ts', import.meta.url), { args });
    stack.defer(() => stop(child));
    return {
      child,
      origin: await awaitFrom<string>(child, (heard) => child.once('message', heard)),
    };
  };
  const old = await start(folder);
  const accounts = [];
  for (const name of ['One', 'Two', 'Three', 'Four'])
    accounts.push(await register(old.origin, name));

  const onOld = startClients(old.origin, accounts);
  await sleep(seconds);
  const locks = await watchLocks(ownerUrl);
  const migrated = await start(root);
  const waited = await locks.stop();
  const onNew = startClients(migrated.origin, accounts);
  await sleep(seconds);
  const [first, second] = [await onOld.stop(), await onNew.stop()];
  await stop(old.child);

  const again = await start(folder);
  const onAgain = startClients(again.origin, accounts);
  await sleep(seconds);
  const third = await onAgain.stop();

  const all = [first, second, third];
  const errors = all.flatMap((each) => each.errors);
  for (const error of errors.slice(0, 5)) console.error(error);
  figure(
    'previous-release',
    `${all.reduce((sum, { requests }) => sum + requests, 0)} requests, ${errors.length} errors; ` +
      `longest wait for a lock of a table ${waited.toFixed(0)} ms, longest request of the old ` +
      `release ${first.longest.toFixed(0)} ms`,
  );
  return errors.length === 0 && all.every(({ requests }) => requests > 0);
}

// Left out: tests of the schema itself, which describe the old one.
const aside = ['src/server/database/**', '**/complete.test.ts'];

/** Runs the tests of its behavior on the tables of the new migrations. */
async function testsOf(folder: string): Promise<boolean> {
  cpSync(join(root, 'migrations'), join(folder, 'migrations'), { recursive: true });
  const subjects = readdirSync(join(folder, 'src/server'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'database')
    .map(({ name }) => `src/server/${name}/`);
  const patience = ['--testTimeout=0', '--hookTimeout=0'];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...patience, ...subjects];
  const child = spawn(
    process.execPath,
    [...args, ...aside.flatMap((path) => ['--exclude', path])],
    {
      cwd: folder,
      env: { ...process.env, LONGRUN: '' },
      stdio: 'inherit',
    },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

const commit = await previous();
if (commit) {
  const place = mkdtempSync(join(tmpdir(), 'pregao-release-'));
  try {
    const folder = join(place, 'previous');
    await unpack(commit, folder);
    const works = await besideEachOther(folder, join(place, 'data'));
    const passes = await testsOf(folder);
    figure(
      'previous-release',
      `its tests ${passes ? 'pass' : 'fail'} on the new schema (${commit})`,
    );
    if (!works || !passes) process.exitCode = 1;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
} else {
  console.log('There is no history here to take the release before from: not shown.');
}
