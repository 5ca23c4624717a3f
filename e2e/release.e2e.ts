import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test as base } from '@playwright/test';
import { startOne } from '#e2e/support/server.ts';
import { assemblePackage, importedPackages } from '#tools/package/contents.ts';
import { run } from '#tools/run.ts';

/** Playwright's `test` with the package of a release in an otherwise empty folder. */
const test = base.extend<object, { folder: string }>({
  folder: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const parent = await mkdtemp(join(tmpdir(), 'pregao-release-'));
      assemblePackage(join(parent, 'package'), '1.2.3');
      await use(join(parent, 'package'));
      await rm(parent, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** Runs the Node.js of the package; rejects when it fails. */
const runNode = (folder: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(join(folder, 'tools/node'), args, {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', ...env },
  });

test('starts from an empty folder, walks the main job and backs up (R-REL-11)', async ({
  folder,
}) => {
  const DATA_DIR = join(folder, '../data');
  const server = await startOne({ DATA_DIR }, [], folder);
  try {
    const smoke = await run('tools/smoke.ts', [server.url]);
    expect(smoke.output).toContain('The main journey works');
    await runNode(folder, ['build/server/ready.js'], { PORT: new URL(server.url).port });
    const file = join(folder, '../backup.pregao');
    const { stdout } = await runNode(folder, ['build/server/backup.js', 'backup', file], {
      DATA_DIR,
    });
    expect(stdout).toMatch(/^Backed up \d+ rows/);
    expect((await stat(file)).size).toBeGreaterThan(1_000);
  } finally {
    await server.stop();
  }
});

test('contains the packages that the server imports, and no others (R-REL-11)', async ({
  folder,
}) => {
  const names = importedPackages(folder);
  expect(names).toEqual(expect.arrayContaining(['sharp', 'pdfkit', 'nodemailer']));
  const imports = `for (const name of ${JSON.stringify(names)}) await import(name)`;
  await runNode(folder, ['--input-type=module', '--eval', imports]);
  const found = await readdir(join(folder, 'node_modules'));
  const absent = ['react', 'vite', 'typescript', 'fastify', 'vitest', 'playwright'];
  expect(absent.filter((name) => found.includes(name))).toEqual([]);
  expect((await readdir(folder)).toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'build',
    'deploy',
    'docs',
    'migrations',
    'node_modules',
    'package.json',
    'posts',
    'tools',
  ]);
});
