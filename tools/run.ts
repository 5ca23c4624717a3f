import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './files.ts';

/** Entry points of programs in node_modules, which run on this Node.js whatever the PATH says. */
const programs = {
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  'react-router': '@react-router/dev/bin.cjs',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
};
export type Program = keyof typeof programs;

type Options = {
  env?: Record<string, string>;
  /** Prints the output while it arrives instead of returning it. */
  show?: boolean;
};

/** Runs an installed program or a project script (`tools/x.ts`) in the root folder; resolves when it exits. */
export async function run(
  command: Program | `${'tools' | 'packages'}/${string}`,
  args: string[] = [],
  { env = {}, show = false }: Options = {},
): Promise<{ ok: boolean; output: string }> {
  const script = command in programs ? `node_modules/${programs[command as Program]}` : command;
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<boolean>((resolve, reject) => {
    child.once('error', reject).once('close', (status) => resolve(status === 0));
  });
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const output = (await Promise.all(streams.map((stream) => text(stream)))).join('');
  return { ok: await ended, output };
}
