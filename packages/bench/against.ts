import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/files.ts';
import { startDatabaseServer } from '#tools/kit/servers.ts';
import type { fillDatabase as fillOurs } from './data.ts';
import { measureBeside, type Measure } from './load.ts';
import { startFilled, type BenchSetup } from './setup.ts';
import { createWorkload } from './workloads.ts';

/** Workloads in which two commits are compared. */
export const comparedWorkloads = ['list', 'members', 'get one', 'writes', 'sign-in'];

/** Differences below a twentieth do not count. */
const limits = { rps: 0.95, cpu: 1.05, databaseCpu: 1.05 };

/** Another commit of this repository, built in a folder of its own. */
export type BuiltCommit = { commit: string; folder: string };

/** Builds a commit in `.data/bench/<commit>`, unless an earlier run has done so; throws if that fails. */
export function buildCommit(name: string): BuiltCommit {
  const run = (command: string, args: string[], options = {}) =>
    execFileSync(command, args, { cwd: root, maxBuffer: 2 ** 30, ...options });
  const commit = String(run('git', ['rev-parse', '--short=8', `${name}^{commit}`])).trim();
  const folder = join(root, '.data/bench', commit);
  if (existsSync(join(folder, 'build/server/main.js'))) return { commit, folder };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run('tar', ['-x', '-C', folder], { input: run('git', ['archive', commit]) });
  const [ours, theirs] = [root, folder].map((each) =>
    readFileSync(join(each, 'package-lock.json')),
  );
  if (theirs && ours?.equals(theirs)) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  } else run('npm', ['ci'], { cwd: folder });
  run(process.execPath, ['tools/build.ts'], { cwd: folder });
  return { commit, folder };
}

/** Returns the function with which a commit fills its database: its schema differs from ours. */
async function fillOf({ commit, folder }: BuiltCommit) {
  const paths = ['packages/bench/data.ts', 'tools/bench/data.ts'];
  const file = paths.map((path) => join(folder, path)).find((path) => existsSync(path));
  if (!file) throw new Error(`${commit} has none of ${paths.join(', ')}, which fill its database`);
  const { fillDatabase } = (await import(file)) as { fillDatabase: typeof fillOurs };
  return fillDatabase;
}

/**
 * Starts another commit on a PostgreSQL of its own with the same settings and amount of data. Returns how to create
 * the workloads that compare it with this one, and how to measure both.
 */
export async function startBeside(
  stack: AsyncDisposableStack,
  setup: BenchSetup,
  built: BuiltCommit,
) {
  const postgres = await startDatabaseServer(stack);
  const server = join(built.folder, 'build/server/main.js');
  const other = await startFilled(stack, postgres.settings, {
    size: setup.size,
    server,
    fill: await fillOf(built),
  });
  const measureOurs = measureBeside(setup.postgres.pid());
  const measureOther = measureBeside(postgres.pid());
  const measure: Measure = (target, seconds) =>
    (target.server === other.product ? measureOther : measureOurs)(target, seconds);
  const create: typeof createWorkload = async (name, ours, own) => {
    const workload = await createWorkload(name, ours, own);
    const theirs = await createWorkload(name, { ...ours, ...other }, own);
    const targets = [workload, theirs].flatMap((each) => each?.targets.slice(0, 1) ?? []);
    return {
      ...workload,
      targets: targets.map((target, index) =>
        index ? { ...target, name: built.commit, sameAs: '' } : target,
      ),
      goals: [{ goal: name, limits }],
    };
  };
  return { create, measure };
}
