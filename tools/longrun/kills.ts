/**
 * Kills the app, then PostgreSQL with all its processes, repeatedly with -9 while clients write. No
 * confirmed write may be lost, none may be incomplete, and none that was repeated under its key may
 * exist twice. The control lets PostgreSQL confirm before it writes to disk, and must lose writes.
 *
 *   --kills <n>    kills of each target (100)
 *   --writes <n>   confirmed writes between two kills (100)
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { registerOrganization, registrationsAt, signIn } from '#tools/kit/organizations.ts';
import { stop } from '#tools/kit/processes.ts';
import { figure, randomFrom, seed } from '#tools/kit/seed.ts';
import { startDatabaseServer, startProduct } from '#tools/kit/servers.ts';
import type { ServerProcess, TestPostgres } from '#tools/kit/servers.ts';
import { percentile } from '#tools/kit/statistics.ts';
import { keyOf, violationsSince } from './invariants.ts';
import { settle } from './settle.ts';
import { attempt, countsByMark, createWriter, type MarkedWrite } from './writes.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    writes: { type: 'string', default: '100' },
  },
});

const writers = 12;
/** Milliseconds by which a check overlaps the one before. */
const margin = 10_000;

type KillTarget = 'app' | 'database';

/** Runs an app on a database with writing clients, and kills one of the two repeatedly. */
class KillRun {
  readonly #postgres: TestPostgres;
  readonly #stack: AsyncDisposableStack;
  readonly #random = randomFrom(seed);
  readonly #nextWrites: (() => MarkedWrite)[] = [];
  /** Minimum and maximum number of records by mark, and the marks changed since the last check. */
  readonly #expected = new Map<string, [least: number, most: number]>();
  readonly #touched = new Set<string>();
  readonly #pauses: number[] = [];
  readonly broken: string[] = [];
  #server: ServerProcess | null = null;
  /** Writes whose result is unknown. */
  #unknown: MarkedWrite[] = [];
  #interrupted = 0;
  #confirmed = 0;
  #checked = Date.now();
  lost = 0;

  constructor(stack: AsyncDisposableStack, postgres: TestPostgres) {
    this.#stack = stack;
    this.#postgres = postgres;
  }

  get #origin() {
    return this.#server?.origin ?? '';
  }

  async #start() {
    const { ownerUrl: DATABASE_URL, folder } = this.#postgres;
    const settings = { DATABASE_URL, DATA_DIR: join(folder, 'app') };
    this.#server = await startProduct(this.#stack, settings);
  }

  /** Starts the app and registers an organization for each writer. */
  async begin(only?: 'transaction') {
    await this.#start();
    await this.#postgres.pool.query('update subscription_products set max_users = 0');
    const [origin, random] = [this.#origin, this.#random];
    const [operator, registration] = [await signIn(origin), await registrationsAt(origin)];
    for (let count = 1; count <= writers; count += 1) {
      const name = `w${count}`;
      const { headers: owner } = await registerOrganization(origin, name);
      const options = { name, owner, operator, registration, random, ...(only && { only }) };
      this.#nextWrites.push(createWriter(options));
    }
    await this.#postgres.pool.query('checkpoint');
  }

  /** Lets clients write, kills the target meanwhile, and checks the data. */
  async kill(target: KillTarget, writes: number) {
    const enough = this.#confirmed + writes;
    let isOver = false;
    const isOn = () => !isOver;
    const loops = this.#nextWrites.map((next) => this.#writeWhile(isOn, next));
    const writing = Promise.all([...loops, this.#repeatWhile(isOn)]);
    const reached = async () => {
      while (this.#confirmed < enough) await sleep(2);
    };
    await Promise.race([writing, reached()]);
    await sleep(this.#random() * 30);
    const { child } = this.#server ?? {};
    await (target === 'database' ? this.#postgres.kill() : child && stop(child, 'SIGKILL'));
    isOver = true;
    const began = performance.now();
    await writing;
    if (target === 'app') await this.#start();
    while (!(await this.#isReady())) await sleep(5);
    this.#pauses.push(performance.now() - began);
    await this.#check();
  }

  async #isReady() {
    if (this.#server?.child.exitCode !== null) throw new Error('The app ended by itself');
    const url = `${this.#origin}/health/ready`;
    return fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  #expect({ effect }: MarkedWrite, isKnown: boolean) {
    for (const [mark, count] of Object.entries(effect)) {
      this.#expected.set(mark, isKnown ? [count, count] : [0, 1]);
      this.#touched.add(mark);
    }
    if (isKnown) this.#confirmed += 1;
  }

  /** Sends writes until one has no known result. */
  async #writeWhile(isOn: () => boolean, next: () => MarkedWrite) {
    while (isOn()) {
      const write = next();
      const reply = await attempt(write, this.#origin);
      this.#expect(write, reply !== null);
      write.note(reply);
      if (reply !== null) continue;
      this.#interrupted += 1;
      this.#unknown.push(write);
      return;
    }
  }

  /** Repeats writes with unknown results, under their keys. */
  async #repeat() {
    for (const write of this.#unknown.splice(0)) {
      const reply = await attempt(write, this.#origin, { isRepeated: true });
      if (reply === null) this.#unknown.push(write);
      else this.#expect(write, true);
    }
  }

  async #repeatWhile(isOn: () => boolean) {
    while (isOn()) {
      await this.#repeat();
      for (let waited = 0; isOn() && waited < 1_000; waited += 20) await sleep(20);
    }
  }

  async #check(since = this.#checked - margin) {
    this.#checked = Date.now();
    const { pool } = this.#postgres;
    const marks = since === 0 ? [...this.#expected.keys()] : [...this.#touched];
    this.#touched.clear();
    type Count = { mark: string; count: number };
    const { rows } = await pool.query<Count>(countsByMark, [marks]);
    const counts = new Map(rows.map(({ mark, count }) => [mark, count]));
    for (const mark of marks) {
      const [least = 0, most = 1] = this.#expected.get(mark) ?? [];
      const count = counts.get(mark) ?? 0;
      if (count < least) this.lost += 1;
      if (count < least || count > most) this.broken.push(`${count} records of ${mark}`);
    }
    this.broken.push(...(await violationsSince(pool, keyOf(since))));
  }

  /** Waits until all work has ended, checks everything and returns a summary. */
  async finish(): Promise<string> {
    const deadline = performance.now() + 300_000;
    do {
      await this.#repeat();
      await sleep(500);
    } while (this.#unknown.length > 0 && performance.now() < deadline);
    for (const { effect } of this.#unknown) this.broken.push(`no reply: ${Object.keys(effect)[0]}`);
    this.broken.push(...(await settle(this.#postgres.pool)));
    await this.#check(0);
    const [median, most] = [0.5, 1].map((share) => percentile(this.#pauses, share).toFixed(0));
    return (
      `${this.#confirmed} writes confirmed, ${this.lost} lost, ` +
      `${this.broken.length - this.lost} partial or duplicated; ${this.#interrupted} interrupted and ` +
      `sent again; ready again after ${median} ms (median), ${most} ms at most`
    );
  }
}

/** Kills a target repeatedly; returns true when nothing was broken. */
async function killRepeatedly(target: KillTarget): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const run = new KillRun(stack, await startDatabaseServer(stack));
  await run.begin();
  for (let done = 0; done < Number(values.kills); done += 1) {
    await run.kill(target, Number(values.writes));
  }
  figure('kills', `${values.kills} kills of the ${target}, ${await run.finish()}`);
  for (const line of run.broken) console.error(`  ${line}`);
  return run.broken.length === 0;
}

/** Kills a PostgreSQL that confirms too early; returns true when the run detects the loss. */
async function detectsLoss(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const postgres = await startDatabaseServer(stack);
  const run = new KillRun(stack, postgres);
  await run.begin('transaction');
  // For new connections only: the product refuses to start on such a database.
  await postgres.pool.query('alter role all set synchronous_commit = off');
  await postgres.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
  );
  for (let done = 0; done < 5 && run.lost === 0; done += 1) await run.kill('database', 200);
  figure('kills', `control, synchronous_commit off: ${run.lost} confirmed writes lost`);
  return run.lost > 0;
}

const results = [
  await detectsLoss(),
  await killRepeatedly('app'),
  await killRepeatedly('database'),
];
process.exit(results.every(Boolean) ? 0 : 1);
