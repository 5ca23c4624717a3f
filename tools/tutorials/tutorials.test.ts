import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
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
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { root, written } from '#tools/files.ts';
import { repetitions } from '#tools/kit/seed.ts';

/**
 * Follows every tutorial in one copy of the sources, then checks and tests the result once: each check of
 * the whole project takes longer than all steps together. `LONGRUN=all` runs every check and also the existing
 * tests that the tutorials name.
 */
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const tutorials = [...guide.matchAll(/\((docs\/tutorials\/.+?)\)/g)].map(([, path = '']) => path);
const copy = mkdtempSync(join(tmpdir(), 'pregao-tutorials-'));
const testFiles: string[] = [];

/** Steps of a tutorial: the line before a code block, and the block. */
const stepsOf = (name: string) =>
  [...readFileSync(join(root, name), 'utf8').matchAll(/^(.+)\n\n```\w+\n([^]*?)^```$/gm)].map(
    ([, instruction = '', code = '']) => ({ instruction, code }),
  );

/** Commands that are still to come: generated files are written once, after the last change. */
const commands = tutorials
  .flatMap(stepsOf)
  .filter(({ instruction }) => instruction.endsWith('Run:'))
  .flatMap(({ code }) => code.trim().split('\n'));

/** Copies the sources; the packages are links, so that the copy keeps its own caches beside them. */
beforeAll(() => {
  for (const path of written()) cpSync(join(root, path), join(copy, path));
  const packages = join(copy, 'node_modules');
  mkdirSync(packages);
  const isCache = (name: string) => /^\.(cache|vite)/.test(name);
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => !isCache(name))) {
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Environment of a terminal, without the variables of the test runner. */
const { adminUrl, throughUrl, prepare } = inject('testCluster');
const terminal = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV|DEV|PROD)/.test(name)),
  ),
  // The tests of the copy use this server too, with a template of their own.
  DATABASE_URL: throughUrl,
  DATABASE_DIRECT_URL: adminUrl,
  DATABASE_PREPARE: String(prepare),
};

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
const perform = async ({ instruction, code: block }: ReturnType<typeof stepsOf>[number]) => {
  if (instruction.endsWith('Run:')) {
    const lines = block.trim().split('\n');
    commands.splice(0, lines.length);
    const due = adapted(lines.filter((line) => !commands.includes(line)).join('\n'));
    expect(await run('sh', '-ec', due)).toMatchObject({ code: 0 });
    return;
  }
  const code = adapted(block);
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
  const steps = stepsOf(name);
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) await perform(step);
});

/** Returns the sources that the tutorials wrote or changed. */
const changedFiles = () =>
  written('', copy).filter((path) => {
    const original = join(root, path);
    const read = (file: string) => readFileSync(file, 'utf8');
    return !existsSync(original) || read(original) !== read(join(copy, path));
  });

/**
 * Excludes sources from type checks that the tutorials left alone: to check all takes several times as long. Those of
 * the contract and the texts stay, because an omission shows there.
 */
const excludeUnchanged = (changed: string[]) => {
  const isChecked = new Set(changed);
  const sources = written('', copy).filter((path) => /(?<!\.d)\.tsx?$/.test(path));
  for (const path of sources.filter((path) => !/^src\/(contract|locales)\//.test(path))) {
    if (isChecked.has(path)) continue;
    const file = join(copy, path);
    writeFileSync(file, `// @ts-nocheck\n${readFileSync(file, 'utf8')}`);
  }
};

/** Checks of what the tutorials changed. */
const checksOfChanges = () => {
  const scripts = changedFiles().filter((path) => /\.tsx?$/.test(path));
  excludeUnchanged(scripts);
  const projects = ['tsconfig.server.json', 'tsconfig.web.json'];
  return [
    ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
    ['node_modules/typescript/bin/tsc', '--build', '--singleThreaded', ...projects],
    ['node_modules/oxlint/bin/oxlint', ...scripts],
    ['node_modules/oxfmt/bin/oxfmt', '--check', ...scripts],
    ['tools/texts.ts'],
  ];
};

test('The tutorials together pass every check', { timeout: 600_000 }, async () => {
  for (const check of repetitions(checksOfChanges, () => [['tools/check.ts']])()) {
    const { code, output } = await run(process.execPath, ...check);
    expect(code === 0 ? '' : output).toBe('');
  }
});

test('The tests of the tutorials pass', { timeout: 600_000 }, async () => {
  const isOwn = (path: string) => !existsSync(join(root, path));
  const files = repetitions(testFiles.filter(isOwn), testFiles);
  // One worker loads the product once.
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1'];
  const { code, output } = await run(process.execPath, ...vitest, ...files);
  expect(code === 0 ? '' : output).toBe('');
});

test('An entity is written once', async () => {
  const again = await run(process.execPath, 'tools/new/main.ts', 'entity', entity);
  expect(again).toMatchObject({ code: 1 });
});
