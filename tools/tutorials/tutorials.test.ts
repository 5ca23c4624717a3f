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
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { root, written } from '#tools/files.ts';
import { repetitions } from '#tools/kit/seed.ts';

/**
 * Follows the tutorials one after the other in a copy of the sources, checks what they wrote and runs their own tests.
 * `LONGRUN=all` follows each alone, with all of `npm run check` and the existing tests that it names (R-REL-23).
 */
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const tutorials = [...guide.matchAll(/\((docs\/tutorials\/.+?)\)/g)].map(([, path = '']) => path);
const copy = mkdtempSync(join(tmpdir(), 'pregao-tutorials-'));

/** Steps of a tutorial: the line before a code block, and the block. */
const stepsOf = (name: string) =>
  [...readFileSync(join(root, name), 'utf8').matchAll(/^(.+)\n\n```\w+\n([^]*?)^```$/gm)].map(
    ([, instruction = '', code = '']) => ({ instruction, code }),
  );

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

/** Performs the step of a code block, as the line before it says; returns the test files that a check names. */
const perform = async ({ instruction, code: block }: ReturnType<typeof stepsOf>[number]) => {
  const code = adapted(block);
  if (instruction.endsWith('Run:')) {
    expect(await run('sh', '-ec', code)).toMatchObject({ code: 0 });
    return [];
  }
  if (instruction.endsWith('Check:')) {
    const commands = [...code.matchAll(/npm run unit -- (.+)/g)];
    return commands.flatMap(([, files = '']) => files.split(' '));
  }
  const [, path = '', where = '', anchor = ''] =
    /(?:Create|In) `([^`]+)`(?:, (after|before|instead of) `(.+)`)?:$/.exec(instruction) ?? [];
  expect(path, `a file in "${instruction}"`).not.toBe('');
  const file = join(copy, adapted(path));
  mkdirSync(dirname(file), { recursive: true });
  if (where) insert(file, [where, adapted(anchor)], code);
  else writeFileSync(file, code, { flag: 'wx' });
  return [];
};

/** Returns the sources of the copy that differ from the project's. */
const changedFiles = () => {
  const read = (file: string) => readFileSync(file);
  return written('', copy).filter((path) => {
    const original = join(root, path);
    return !existsSync(original) || !read(original).equals(read(join(copy, path)));
  });
};

/** Returns the changed files that hold code or texts and are not generated. */
const changedSources = () => changedFiles().filter((path) => /^(?:src|migrations)\//.test(path));

/** Gives the copy the sources of the project again. */
const reset = () => {
  for (const path of changedFiles()) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path));
    else rmSync(join(copy, path));
  }
};
afterEach(reset);

/** Returns the checks that a tutorial's changes can fail. */
const checksOfChanges = () => {
  const changed = changedFiles();
  const scripts = changed.filter((path) => /\.tsx?$/.test(path));
  return [
    ['tools/db-types.ts'],
    ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
    ['node_modules/typescript/bin/tsc', '--build', 'tsconfig.server.json', 'tsconfig.web.json'],
    ['node_modules/oxlint/bin/oxlint', ...scripts],
    ['node_modules/oxfmt/bin/oxfmt', '--check', ...scripts],
    ['tools/texts.ts'],
    ['tools/doctor.ts'],
  ];
};

/** Runs programs of Node.js in the copy one after the other, until one fails. */
const expectToPass = async (programs: string[][]) => {
  for (const program of programs) {
    const { code, output } = await run(process.execPath, ...program);
    expect(code === 0 ? '' : `${program.join(' ').slice(0, 80)}\n${output}`).toBe('');
  }
};

test('CONTRIBUTING lists every tutorial', () => {
  expect(tutorials.toSorted()).toEqual(written('docs/tutorials'));
});

test.each(tutorials)('%s generates what it changes (R-REL-23)', (name) => {
  const steps = stepsOf(name).map(({ instruction, code }) => `${instruction}\n${code}`);
  const changed = steps.findLastIndex((step) =>
    /`(?:migrations|src\/contract|src\/locales\/locales)/.test(step),
  );
  const generated = steps.findLastIndex((step) => step.includes('npm run generate'));
  expect(generated).toBeGreaterThanOrEqual(changed);
});

const whole = { timeout: 900_000 };
const isLong = repetitions(false, true);

/** Performs all steps of a tutorial; returns the test files that it names. */
const follow = async (name: string) => {
  const tests: string[] = [];
  for (const step of stepsOf(name)) tests.push(...(await perform(step)));
  return tests;
};
const expectTestsToPass = (files: string[]) =>
  expectToPass([['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...new Set(files)]]);

test.skipIf(isLong)('all are true one after the other', whole, async () => {
  const tests: string[] = [];
  const sizes: Record<string, number> = {};
  for (const name of tutorials) {
    const before = changedSources().length;
    tests.push(...(await follow(name)));
    sizes[name] = changedSources().length - before;
  }
  expect(tests).not.toEqual([]);
  expect(sizes['docs/tutorials/add-a-field.md']).toBeLessThanOrEqual(9);
  expect(sizes['docs/tutorials/add-an-entity.md']).toBeLessThanOrEqual(22);
  await expectToPass(checksOfChanges());
  await expectTestsToPass(tests.filter((path) => !existsSync(join(root, path))));
});

test.runIf(isLong).each(tutorials)('%s is true by itself (R-REL-23)', whole, async (name) => {
  const tests = await follow(name);
  expect(tests).not.toEqual([]);
  await expectToPass([['tools/check.ts']]);
  await expectTestsToPass(tests);
});

const newEntity = ['tools/new/main.ts', 'entity'];

test('a command that fails leaves the sources as they were (R-REL-24)', async () => {
  const template = join(copy, 'tools/new/entity/src/server/product/__path__/api.ts.txt');
  writeFileSync(template, 'const = 1;');
  const failed = await run(process.execPath, ...newEntity, entity);
  expect(failed).toMatchObject({ code: 1, output: expect.stringMatching(/Nothing was changed/) });
  expect(changedFiles()).toEqual(['tools/new/entity/src/server/product/__path__/api.ts.txt']);
  expect(existsSync(join(copy, `src/server/product/${entity}`))).toBe(false);
});

test('names that do not fit are refused before anything is written (R-REL-24)', async () => {
  for (const names of ['news', 'transactions', 'references']) {
    expect(await run(process.execPath, ...newEntity, names)).toMatchObject({ code: 1 });
  }
  const field = ['tools/new/main.ts', 'field', 'transactions', 'price:Number'];
  expect(await run(process.execPath, ...field)).toMatchObject({ code: 1 });
  expect(changedFiles()).toEqual([]);
});

test.runIf(isLong)(
  'an entity of two words with fields passes all checks (R-REL-24, R-REL-25)',
  whole,
  async () => {
    const label = ['--label', 'Invoice notes', '--pt-BR', 'Notas da fatura'];
    await expectToPass([
      [...newEntity, 'invoice-notes', ...label],
      ...[
        'dueDate:Date',
        'is-open:Boolean',
        'pages:Integer',
        'reference:String',
        'remarks:Text',
      ].map((field) => ['tools/new/main.ts', 'field', 'invoice-notes', field]),
    ]);
    await expectToPass(checksOfChanges());
    const texts = readFileSync(join(copy, 'src/locales/en-US/entities/invoiceNotes.ts'), 'utf8');
    expect(texts).toContain("title: 'Invoice notes'");
    expect(readFileSync(join(copy, 'src/contract/calls/invoice-notes.ts'), 'utf8')).toContain(
      "'Add an invoice note'",
    );
    await expectTestsToPass(['src/server/product/invoice-notes']);
  },
);
