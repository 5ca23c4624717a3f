import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/files.ts';

/** Commands of package.json that run our own programs: the name, and the script with its arguments. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const [file = '', ...rest] = script.split('tools/node ').at(-1)?.split(' ') ?? [];
  const isOurs = !file.startsWith('node_modules/') && name !== 'postinstall';
  const source = file.replace('build/server/main.js', 'src/server/main.ts');
  return isOurs ? [{ name, script: [source, ...rest] }] : [];
});

const call = (...script: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, script, {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test.each(commands)(
  'npm run $name explains itself before it does anything (R-REL-20)',
  ({ name, script }) => {
    expect(call(...script, '--help')).toEqual({
      status: 0,
      stdout: expect.stringMatching(`npm (run )?${name}\\b`),
      stderr: '',
    });
  },
  // Some load half of the product.
  120_000,
);

test.each([
  [['src/server/main.ts', '--migrat'], "Unknown option '--migrat'."],
  [['tools/demo/main.ts', '--language', 'xx'], 'No example in xx'],
  [['packages/longrun/main.ts', 'nothing'], 'Unknown runs: nothing.'],
  [['tools/new/main.ts', 'entity'], 'Names are missing or too many.'],
  [['src/backup/main.ts', 'backup'], 'The file is missing.'],
  [['src/server/platform/database/cluster/main.ts', 'now'], "Unexpected argument 'now'."],
])(
  '%s is refused in a sentence (R-REL-20)',
  (script, sentence) => {
    const { status, stderr } = call(...script);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(sentence) });
    expect(stderr).not.toContain('    at ');
  },
  120_000,
);
