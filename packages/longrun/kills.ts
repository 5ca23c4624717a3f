/**
 * Kills the app, then PostgreSQL with all its processes, repeatedly with -9 while clients write, and restarts
 * PostgreSQL. No confirmed write may be lost, none may be incomplete, none that was repeated under its key
 * may exist twice, and every email must be sent afterwards. The control lets PostgreSQL confirm before it
 * writes to disk, and must lose writes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '#packages/bench/statistics.ts';
import { findViolations, settle } from '#tools/kit/invariants.ts';
import { registerOrganization, registrationsAt, signIn } from '#tools/kit/organizations.ts';
import { stop, type ServerProcess } from '#tools/kit/processes.ts';
import { fail, figure, randomFrom, repetitions, seed } from '#tools/kit/seed.ts';
import { startProduct, type TestPostgres } from '#tools/kit/servers.ts';
import { startScene } from './scene.ts';
import { attempt, countsByMark, createWriter, type MarkedWrite } from './writes.ts';

/** Number of interruptions of each kind, and of confirmed writes between two. */
const kills = repetitions(3, 100);
const writesEach = 100;
const writers = 12;

/** Interruptions: with SIGKILL, and restarts like those of `pg_ctl`, fast and immediate in turn. */
const kinds = ['kills of the app', 'kills of PostgreSQL', 'restarts of PostgreSQL'] as const;
type Interruption = (typeof kinds)[number];

/** Runs an app on a database with writing clients, and interrupts one of the two repeatedly. */
class KillRun {
  readonly #random = randomFrom(seed);
  readonly #stack: AsyncDisposableStack;
  readonly #postgres: TestPostgres;
  #server: ServerProcess;
  readonly #nextWrites: (() => MarkedWrite)[] = [];
  /** Marks of all writes that were sent, and of those that were confirmed. */
  readonly #sent = new Set<string>();
  readonly #confirmed = new Set<string>();
  /** Writes whose result is unknown. */
  #unknown: MarkedWrite[] = [];
  readonly #pauses: number[] = [];
  #interrupted = 0;
  readonly lost = new Set<string>();
  readonly broken = new Set<string>();

  /** Starts the app and registers an organization for each writer. */
  static async begin(stack: AsyncDisposableStack, only?: 'transaction') {
    const { postgres, server } = await startScene(stack, 'Kills');
    const run = new KillRun(stack, postgres, server);
    const { origin } = server;
    const [operator, registration] = [await signIn(origin), await registrationsAt(origin)];
    for (let count = 1; count <= writers; count += 1) {
      const name = `w${count}`;
      const { headers: owner } = await registerOrganization(origin, name);
      const random = run.#random;
      run.#nextWrites.push(createWriter({ name, owner, operator, registration, random, only }));
    }
    await postgres.pool.query('checkpoint');
    return { run, postgres };
  }

  private constructor(stack: AsyncDisposableStack, postgres: TestPostgres, server: ServerProcess) {
    [this.#stack, this.#postgres, this.#server] = [stack, postgres, server];
  }

  /** Sends a write; returns true when it was confirmed. */
  async #send(write: MarkedWrite, isRepeated = false): Promise<boolean> {
    this.#sent.add(write.mark);
    const isKnown = (await attempt(write, this.#server.origin, { isRepeated })) !== null;
    if (isKnown) this.#confirmed.add(write.mark);
    else this.#unknown.push(write);
    if (!isKnown && !isRepeated) this.#interrupted += 1;
    return isKnown;
  }

  /** Repeats the writes with unknown results, under their keys. */
  async #repeat() {
    for (const write of this.#unknown.splice(0)) await this.#send(write, true);
  }

  /** Lets clients write, kills or restarts meanwhile, repeats what that interrupted and checks the data. */
  async interrupt(kind: Interruption, writes: number) {
    const enough = this.#confirmed.size + writes;
    const over = new AbortController();
    const loops = this.#nextWrites.map(async (next) => {
      while (!over.signal.aborted && (await this.#send(next())));
    });
    const writing = Promise.all(loops).finally(() => over.abort());
    writing.catch(() => undefined);
    while (this.#confirmed.size < enough && !over.signal.aborted) await sleep(2);
    await sleep(this.#random() * 30);
    if (kind === 'kills of the app') await stop(this.#server.child, 'SIGKILL');
    else if (kind === 'kills of PostgreSQL') await this.#postgres.kill();
    else await this.#postgres.stop(this.#pauses.length % 2 === 0 ? 'fast' : 'immediate');
    const began = performance.now();
    over.abort();
    await writing;
    if (kind === 'kills of the app') {
      this.#server = await startProduct(this.#stack, this.#postgres.settings);
    }
    while (!(await this.#isReady())) await sleep(5);
    this.#pauses.push(performance.now() - began);
    await this.#repeat();
    await this.#check();
  }

  async #isReady() {
    if (this.#server.child.exitCode !== null) throw new Error('The app ended by itself');
    return fetch(`${this.#server.origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async #check() {
    const { pool } = this.#postgres;
    type Count = { mark: string; count: number };
    const { rows } = await pool.query<Count>(countsByMark, [[...this.#sent]]);
    const counts = new Map(rows.map(({ mark, count }) => [mark, count]));
    for (const mark of this.#sent) {
      const count = counts.get(mark) ?? 0;
      if (count === 0 && this.#confirmed.has(mark)) this.lost.add(mark);
      if (count > 1) this.broken.add(`${count} records of ${mark}`);
    }
    for (const violation of await findViolations(pool)) this.broken.add(violation);
  }

  /** Waits until all work has ended, checks everything and returns a summary. */
  async finish(): Promise<string> {
    const deadline = performance.now() + 300_000;
    do {
      await this.#repeat();
      await sleep(500);
    } while (this.#unknown.length > 0 && performance.now() < deadline);
    for (const { mark } of this.#unknown) this.broken.add(`no reply: ${mark}`);
    for (const left of await settle(this.#postgres.pool)) this.broken.add(left);
    await this.#check();
    const [median, most] = [0.5, 1].map((share) => percentile(this.#pauses, share).toFixed(0));
    return (
      `${this.#confirmed.size} writes confirmed, ${this.lost.size} lost, ` +
      `${this.broken.size} partial or duplicated; ${this.#interrupted} interrupted ` +
      `and sent again; ready again after ${median} ms (median), ${most} ms at most`
    );
  }
}

/** Kills a PostgreSQL that confirms too early; fails unless the run detects the loss. */
async function detectLoss(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { run, postgres } = await KillRun.begin(stack, 'transaction');
  // For new connections only: the product refuses to start on such a database.
  await postgres.pool.query('alter role all set synchronous_commit = off');
  await postgres.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
  );
  for (let done = 0; done < 5 && run.lost.size === 0; done += 1)
    await run.interrupt('kills of PostgreSQL', 200);
  figure('kills', `control, synchronous_commit off: ${run.lost.size} confirmed writes lost`);
  if (run.lost.size === 0) fail('the control lost nothing');
}

await detectLoss();
for (const kind of kinds) {
  await using stack = new AsyncDisposableStack();
  const { run } = await KillRun.begin(stack);
  for (let done = 0; done < kills; done += 1) await run.interrupt(kind, writesEach);
  figure('kills', `${kills} ${kind}, ${await run.finish()}`);
  for (const line of run.broken) fail(line);
  for (const mark of run.lost) fail(`lost: ${mark}`);
}
process.exit();
