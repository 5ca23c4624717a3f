import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '#tools/files.ts';
import { databaseFolder } from '#tools/kit/servers.ts';
import { timed } from '#tools/kit/times.ts';
import { hasGivenDatabase, startInstances } from './given-database.ts';

/** The whole product, running for one test worker with its own port and data directory. */
export type ProductServer = {
  url: string;
  operator: { email: string; password: string };
  /** Returns the output so far. */
  output: () => string;
  pid: number;
  /** Returns the exit code; null while the server runs. */
  exitCode: () => number | null;
  stop: () => Promise<void>;
};

const operator = { email: 'operator@example.org', password: 'an-operator-of-tests' };

type Settings = Record<string, string>;

/** Variable with the data directory that {@link prepareDataDir} made. */
const preparedVariable = 'JOURNEY_DATA_DIR';

/**
 * Starts and stops a server once for the whole run: the others begin with a copy of its data directory, because a
 * first start takes three times as long as the next. Returns the function that removes it.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright's global setup
export default async function prepareDataDir() {
  if (hasGivenDatabase) return;
  const folder = await mkdtemp(join(databaseFolder(), 'pregao-e2e-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const prepared = join(folder, 'data');
    const server = await startOne({ DATA_DIR: prepared });
    await server.stop();
    process.env[preparedVariable] = prepared;
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}

const copyPreparedData = async (to: string) => {
  const prepared = process.env[preparedVariable];
  // Files of the database belong to another user if this one is root, which Node's own copy would change.
  if (prepared) await promisify(execFile)('cp', ['-a', prepared, to]);
};

/**
 * Starts the production build with settings besides those of every test, and waits until it is
 * ready; throws its output if it fails to start. With `INSTANCES` they run on a given database server.
 */
export async function startServer(
  settings: Settings = {},
  flags: string[] = [],
): Promise<ProductServer> {
  if (!hasGivenDatabase || flags.length > 0) return startOne(settings, flags);
  return startInstances((shared) => startOne({ ...shared, ...settings }, flags));
}

/** Starts one instance, of the build in another folder if one is given, with the Node.js of that folder. */
export async function startOne(
  settings: Settings,
  flags: string[] = [],
  folder = root,
): Promise<ProductServer> {
  const dataDir = await mkdtemp(join(databaseFolder(), 'pregao-e2e-'));
  if (!settings['DATA_DIR']) await copyPreparedData(join(dataDir, 'data'));
  const script = flags.includes('--dev') ? 'src/server/main.ts' : 'build/server/main.js';
  const child = spawn(join(folder, 'tools/node'), [join(folder, script), ...flags], {
    // Not the project's directory: the product must not depend on where it is started.
    cwd: dataDir,
    env: {
      ...process.env,
      // Unset, as with `npm start`; the test runner sets its own.
      NODE_ENV: undefined,
      PORT: '0',
      DATA_DIR: join(dataDir, 'data'),
      OPERATOR_EMAIL: operator.email,
      OPERATOR_PASSWORD: operator.password,
      // Ignores the environment of this machine: a new database and the sandbox are used.
      DATABASE_URL: '',
      DATABASE_DIRECT_URL: '',
      STRIPE_SECRET_KEY: '',
      SMTP_URL: '',
      PUBLIC_URL: '',
      GHOST_URL: '',
      // Journeys send many requests from one address.
      RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { PUBLIC_URL, PORT } = settings;
    // The public address is that of a proxy, which the journeys don't need.
    const behindProxy = PUBLIC_URL && PORT ? `http://localhost:${PORT}` : null;
    const url = await timed('product', () => ready(child, () => output, behindProxy));
    const { pid = 0 } = child;
    return { url, operator, output: () => output, pid, exitCode: () => child.exitCode, stop };
  } catch (error) {
    await stop();
    throw new Error(`Server failed to start:\n${output}`, { cause: error });
  }
}

async function ready(
  child: ChildProcess,
  output: () => string,
  behindProxy: string | null,
): Promise<string> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const printed = /ready at (\S+)/.exec(output())?.[1];
    const url = printed && (behindProxy ?? printed);
    const answer = url ? await fetch(`${url}/health/ready`).catch(() => undefined) : undefined;
    if (url && answer?.ok) return url;
    await sleep(100);
  }
  throw new Error('not ready');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('close', done));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(late);
}
