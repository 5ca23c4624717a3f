import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, written } from '#tools/files.ts';

/**
 * Follows every tutorial in one copy of the sources, then checks and tests the result once: each check of
 * the whole project takes longer than all steps together.
 */
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const tutorials = [...guide.matchAll(/\((docs\/tutorials\/.+?)\)/g)].map(([, path = '']) => path);
const copy = mkdtempSync(join(tmpdir(), 'pregao-tutorials-'));
const testFiles: string[] = [];

/** Copies the sources; the packages are links, so that the copy keeps its own caches beside them. */
beforeAll(() => {
  for (const path of written()) cpSync(join(root, path), join(copy, path));
  const packages = join(copy, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => name !== '.cache')) {
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Environment of a terminal: without the variables of the test runner. */
const terminal = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV|DEV|PROD)/.test(name)),
);

/** Runs a program in the copy and returns its exit code and output. */
const run = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args, { cwd: copy, env: terminal, maxBuffer: 64e6 }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      output: stdout + stderr,
    }),
  );

/** Name of the tutorials' entity in the copy: the sources may have an entity `notes` already. */
const entity = 'tutorialnotes';

/** Fills in the numbers that a tutorial leaves open and the name of its entity in the copy. */
const adapted = (text: string) => {
  const numbers = readdirSync(join(copy, 'migrations')).map((name) => Number.parseInt(name, 10));
  const next = Math.max(...numbers.filter((number) => number > 0)) + 1;
  return text
    .replaceAll(/\bnotes\b/g, entity)
    .replaceAll('NNNN', String(next).padStart(4, '0'))
    .replaceAll(/(?<=R-[A-Z]+-)NN/g, '99');
};

/** Inserts a text at the only line that begins with the anchor. */
const insert = (file: string, [where, anchor]: [where: string, anchor: string], text: string) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const found = lines.flatMap((line, at) => (line.trimStart().startsWith(anchor) ? [at] : []));
  expect(found, `lines of ${file} that begin with ${anchor}`).toHaveLength(1);
  const at = (found[0] ?? 0) + (where === 'after' ? 1 : 0);
  lines.splice(at, where === 'instead of' ? 1 : 0, text.replace(/\n$/, ''));
  writeFileSync(file, lines.join('\n'));
};

/** Performs the step of a code block, as the line before it says. */
const perform = async (instruction: string, block: string) => {
  const code = adapted(block);
  if (instruction.endsWith('Run:')) {
    expect(await run('sh', '-ec', code)).toMatchObject({ code: 0 });
    return;
  }
  if (instruction.endsWith('Check:')) {
    testFiles.push(
      ...[...code.matchAll(/npm run unit -- (.+)/g)].flatMap(([, files = '']) => files.split(' ')),
    );
    return;
  }
  const [, path = '', where = '', anchor = ''] =
    /(?:Create|In) `([^`]+)`(?:, (after|before|instead of) `(.+)`)?:$/.exec(instruction) ?? [];
  expect(path, `a file in "${instruction}"`).not.toBe('');
  const file = join(copy, adapted(path));
  mkdirSync(dirname(file), { recursive: true });
  if (where) insert(file, [where, anchor], code);
  else writeFileSync(file, code, { flag: 'wx' });
};

test('CONTRIBUTING lists every tutorial', () => {
  expect(tutorials.toSorted()).toEqual(written('docs/tutorials'));
});

test.each(tutorials)('%s has steps that can be followed', { timeout: 300_000 }, async (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  const steps = [...text.matchAll(/^(.+)\n\n```\w+\n([^]*?)^```$/gm)];
  expect(steps.length).toBeGreaterThan(0);
  for (const [, instruction = '', code = ''] of steps) await perform(instruction, code);
});

test('The tutorials together pass every check', { timeout: 600_000 }, async () => {
  const { output } = await run(process.execPath, 'tools/check.ts');
  expect(output).not.toContain('FAIL');
  expect(output).toMatch(/ok +types/);
});

test('The tests of the tutorials pass', { timeout: 600_000 }, async () => {
  // One worker loads the product once.
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1'];
  const { code, output } = await run(process.execPath, ...vitest, ...testFiles);
  expect(code === 0 ? '' : output).toBe('');
});

test('An entity is written once', async () => {
  const again = await run(process.execPath, 'tools/new/main.ts', 'entity', entity);
  expect(again).toMatchObject({ code: 1 });
});
