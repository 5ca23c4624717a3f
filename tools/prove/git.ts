import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '#tools/files.ts';

/** What git answers in this repository; undefined when it cannot. */
export async function git(...args: string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)('git', args, { cwd: root })).stdout;
  } catch {
    return undefined;
  }
}
