import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { root, written } from '#tools/files.ts';

const copy = mkdtempSync(join(tmpdir(), 'pregao-new-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Copies the sources; the packages are links, so that the copy keeps its own caches beside them. */
const copySources = () => {
  for (const path of written()) cpSync(join(root, path), join(copy, path));
  const packages = join(copy, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => name !== '.cache')) {
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
};

/** Runs a script of the copy and returns its exit code and output. */
const runScript = async (...args: string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: copy }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

test('writes an entity that passes every check, once', { timeout: 300_000 }, async () => {
  copySources();
  expect(await runScript('tools/new/main.ts', 'entity', 'memos')).toMatchObject({ code: 0 });
  const { stdout } = await runScript('tools/check.ts');
  expect(stdout).not.toContain('FAIL');
  expect(stdout).toMatch(/ok +types/);
  expect(await runScript('tools/new/main.ts', 'entity', 'memos')).toMatchObject({ code: 1 });
});
