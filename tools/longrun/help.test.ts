import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/files.ts';

test.each(['longrun', 'demo', 'release'])('npm run %s explains itself (R-REL-20)', (name) => {
  const script = join(root, 'tools', name === 'release' ? 'package' : name, 'main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--help'], {
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain(`npm run ${name} `);
  expect({ status, stack: /\n {4}at /.test(stderr) }).toEqual({ status: 0, stack: false });
});
