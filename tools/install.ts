/**
 * Installs a fresh copy of the sources with each npm named, starts it on the Node.js of the machine
 * and walks the main job there: tools/node tools/install.ts 10.8.2 12.2.0
 * Only the first one builds; `npm ci` of the others removes what was installed before.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root, written } from './files.ts';
import { walkMainJob } from './smoke.ts';

/** Returns the path of this npm, which npx downloads; npx itself would not pass signals on. */
async function pathOf(version: string): Promise<string> {
  const args = ['--yes', '--package', `npm@${version}`, '--call', 'command -v npm'];
  return (await promisify(execFile)('npx', args)).stdout.trim();
}

/** Starts npm in a process group of its own, with none of the product's settings but these. */
function run(npm: string, script: string, copy: string): ChildProcess {
  const others = { DATABASE_URL: '', PUBLIC_URL: '', SMTP_URL: '', STRIPE_SECRET_KEY: '' };
  return spawn(npm, [script], {
    cwd: copy,
    env: { ...process.env, ...others, PORT: '0', DATA_DIR: join(copy, '.data') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}

/** Resolves with the address that `npm start` prints; fails when it ends or takes ten minutes. */
async function addressOf(started: ChildProcess): Promise<string> {
  let printed = '';
  started.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  for (let tries = 0; tries < 6_000 && started.exitCode === null; tries += 1) {
    const address = /ready at (\S+)/.exec(printed)?.[1];
    if (address) return address;
    await sleep(100);
  }
  throw new Error(`npm start printed no address:\n${printed}`);
}

/** Installs, starts, walks and stops the copy; npm must end with the server, which must end with 0. */
async function install(version: string, copy: string): Promise<void> {
  const npm = await pathOf(version);
  const installing = run(npm, 'ci', copy);
  installing.stdout?.pipe(process.stdout);
  const [code] = (await once(installing, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`npm ci exited with ${code}`);

  const started = run(npm, 'start', copy);
  try {
    await walkMainJob(await addressOf(started));
    const ended = once(started, 'exit', { signal: AbortSignal.timeout(60_000) });
    started.kill('SIGTERM');
    const [status] = (await ended) as [number | null];
    if (status !== 0) throw new Error(`npm start exited with ${status} on SIGTERM`);
  } finally {
    stopGroup(started);
  }
}

/** Kills the remaining processes of a process group. */
function stopGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const copy = mkdtempSync(join(tmpdir(), 'pregao-install-'));
try {
  for (const path of written()) cpSync(join(root, path), join(copy, path));
  for (const version of process.argv.slice(2)) {
    const began = Date.now();
    await install(version, copy);
    console.log(
      `npm ${version} installs and starts (${Math.round((Date.now() - began) / 1000)} s).`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}
