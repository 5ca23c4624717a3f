/**
 * Makes a release in `release/`: the package of this platform as a folder and as a `.tar.gz`, and the image
 * where Docker or Podman is installed (docs/releases.md):
 *   npm run release [-- --snapshot] [--no-image]
 * `--snapshot` packages any state of the sources, whatever the change log says.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '#server/platform/command-line.ts';
import { report, root } from '#tools/files.ts';
import { run } from '#tools/run.ts';
import { releaseProblems } from './change-log.ts';
import { assemblePackage } from './contents.ts';

const { values } = readArguments(
  'npm run release [-- --snapshot] [--no-image]   (docs/releases.md)',
  { snapshot: { type: 'boolean' }, 'no-image': { type: 'boolean' } },
);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const name = `pregao-${version}${values.snapshot ? '-snapshot' : ''}`;
const target = `${name}-${process.platform}-${process.arch}`;
const folder = join(root, 'release');

/** Runs a program in the root with its output shown; throws when it fails. */
const execute = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Returns the program that can build an image: of Docker, the client alone can't. */
const builder = () =>
  ['docker', 'podman'].find((program) => spawnSync(program, ['info']).status === 0);

function buildImage(): void {
  const program = builder();
  if (!program) return console.log('No image: neither Docker nor Podman runs.');
  const tag = name.replace('-', ':');
  execute(program, 'build', '--tag', tag, '--file', 'Containerfile', '.');
  const inspected = ['image', 'inspect', '--format', '{{.Size}}', tag];
  const size = Number(execFileSync(program, inspected, { encoding: 'utf8' }));
  console.log(`Image ${tag}: ${megabytes(size)}`);
}

const problems = values.snapshot ? [] : releaseProblems(version, read('CHANGELOG.md'));
report(problems);
if (problems.length === 0) {
  for (const script of ['tools/build.ts', 'tools/access.ts', 'tools/api/main.ts'] as const) {
    const { ok, output } = await run(script);
    if (!ok) throw new Error(output);
  }
  rmSync(folder, { recursive: true, force: true });
  assemblePackage(join(folder, target), version);
  const archive = `release/${target}.tar.gz`;
  execute('tar', '-czf', archive, '-C', 'release', target);
  console.log(`${archive}: ${megabytes(statSync(join(root, archive)).size)}`);
  if (!values['no-image']) buildImage();
}
