import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '#tools/files.ts';

/** Returns git's output in this repository; undefined when it fails. */
export async function git(...args: string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)('git', args, { cwd: root })).stdout;
  } catch {
    return undefined;
  }
}
