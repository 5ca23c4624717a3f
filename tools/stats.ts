/** Prints code sizes, which should only improve (`npm run stats`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, written } from './files.ts';
import { run } from './run.ts';

interface File {
  path: string;
  lines: number;
  imports: number;
  text: string;
}

const files: File[] = ['src', 'tools', 'e2e']
  .flatMap((folder) => written(folder))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = text.match(/^(?:import|export) [^;]*?from '/gm)?.length ?? 0;
    return { path, text, imports, lines: text.split('\n').length - 1 };
  });

const isTest = ({ path }: File) => /\.(test|e2e)\.tsx?$/.test(path);
const lines = (some: File[]) => some.reduce((sum, file) => sum + file.lines, 0);
const row = (name: string, value: string | number, limit = '') =>
  console.log(`${name.padEnd(35)} ${String(value).padStart(8)}  ${limit}`);

interface Limit {
  name: string;
  at: number;
  of: (file: File) => number;
}

function over(some: File[], limit: Limit): void {
  const [largest] = some.toSorted((one, other) => limit.of(other) - limit.of(one));
  const count = some.filter((file) => limit.of(file) > limit.at).length;
  const where = largest ? ` · the largest has ${limit.of(largest)}: ${largest.path}` : '';
  row(`${limit.name} over ${limit.at}`, count, `goal 0${where}`);
}

function hooks(name: string, goal: string): void {
  const screens = files.filter(({ path }) => /^src\/web\/.*(?<!\.test)\.tsx$/.test(path));
  const calls = screens.flatMap(({ text }) => text.match(new RegExp(`\\b${name}[<(]`, 'g')) ?? []);
  const rate = (calls.length * 1000) / Math.max(1, lines(screens));
  row(`${name} per 1,000 lines of tsx`, rate.toFixed(1), goal);
}

/** Prints the figures that only the linter can count. */
async function linted(): Promise<void> {
  const { output } = await run('oxlint', ['--format=json']);
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code?: string }[] };
  const count = (rule: string) => diagnostics.filter(({ code }) => code?.includes(rule)).length;
  row('functions over 60 (components 120)', count('(max-lines-per-function)'), 'goal 0');
  row('functions with over 3 parameters', count('(max-params)'), 'goal 0');
  row('files in an import cycle', count('(no-cycle)'), 'goal 0');
}

row('files', files.length, `${lines(files)} lines`);
row('of them tests', files.filter(isTest).length, `${lines(files.filter(isTest))} lines`);
const code = files.filter((file) => !isTest(file));
over(code, { name: 'lines of a file', at: 250, of: (file) => file.lines });
over(files.filter(isTest), { name: 'lines of a test', at: 400, of: (file) => file.lines });
over(code, { name: 'imports of a file', at: 15, of: (file) => file.imports });
const mean = code.reduce((sum, file) => sum + file.imports, 0) / Math.max(1, code.length);
row('imports per file, mean', mean.toFixed(1));
await linted();
hooks('useEffect', 'goal ≤ 1');
hooks('useState', 'goal ≤ 2.5');
