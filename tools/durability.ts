/**
 * Does a confirmed write survive? Writes under load and kills -9 the product, then PostgreSQL, again
 * and again, and counts what was confirmed against what is found (`npm run durability`).
 *
 *   --kills <n>   how often each (20)
 *   --control     PostgreSQL may confirm before it has written: this must show loss
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { joinEmbedded, startEmbedded } from '#server/database/embedded.ts';
import { createPool } from '#server/database/pools.ts';
import type { Confirmed, Orders } from './durability-writer.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, control: { type: 'boolean' } },
});
const kills = Number(values.kills);
const control = values.control ?? false;
const settings: Orders['settings'] = control ? { synchronous_commit: 'off' } : {};
const batchSize = 2;

/** A run of the product on one data directory, restarted whenever it is killed. */
interface Run {
  dataDir: string;
  confirmed: Set<string>;
  child: ChildProcess;
}

function start({ dataDir, confirmed }: Omit<Run, 'child'>): ChildProcess {
  const script = join(import.meta.dirname, 'durability-writer.ts');
  const orders = { dataDir, settings, batchSize } satisfies Orders;
  const child = fork(script, [JSON.stringify(orders)]);
  child.on('message', (message) => confirmed.add((message as Confirmed).batch));
  return child;
}

async function killApp(run: Run): Promise<void> {
  run.child.kill('SIGKILL');
  await once(run.child, 'exit');
  run.child = start(run);
}

// The postmaster and every process it has: nobody is left to write anything down.
async function killPostgres({ dataDir }: Run): Promise<void> {
  const owner = createPool({ connectionString: (await joinEmbedded(dataDir)) ?? '' });
  const { rows } = await owner.query<{ pid: number }>('select pid from pg_stat_activity');
  const pidFile = readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8');
  const all = [Number.parseInt(pidFile, 10), ...rows.map(({ pid }) => pid)];
  for (const pid of all) process.kill(pid, 'SIGKILL');
  await owner.end();
}

/** Waits until writes are confirmed again, for so long a time in milliseconds. */
async function underLoad({ confirmed, child }: Run): Promise<number> {
  const [before, began] = [confirmed.size, performance.now()];
  while (confirmed.size < before + 100) {
    if (child.exitCode !== null) throw new Error('The product ended by itself');
    await sleep(5);
  }
  const took = performance.now() - began;
  await sleep(100 + Math.random() * 400);
  return took;
}

async function count(dataDir: string): Promise<Map<string, number>> {
  const embedded = await startEmbedded({ dataDir });
  const owner = createPool({ connectionString: embedded.ownerUrl });
  const { rows } = await owner.query<{ batch: string; parts: number }>(
    'select batch, count(*) as parts from batches group by batch',
  );
  await owner.end();
  await embedded.stop();
  return new Map(rows.map(({ batch, parts }) => [batch, parts]));
}

/** Kills so often, and tells how many confirmed batches were lost and how many are torn. */
async function measure(name: string, kill: (run: Run) => Promise<void>): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pregao-durability-'));
  const seed = { dataDir, confirmed: new Set<string>() };
  const run: Run = { ...seed, child: start(seed) };
  const pauses: number[] = [];
  try {
    await underLoad(run);
    for (let done = 0; done < kills; done += 1) {
      await kill(run);
      pauses.push(await underLoad(run));
    }
    run.child.kill('SIGKILL');
    await once(run.child, 'exit');
    const found = await count(dataDir);
    const lost = [...run.confirmed].filter((batch) => !found.has(batch)).length;
    const torn = [...found.values()].filter((parts) => parts !== batchSize).length;
    const unheard = found.size - (run.confirmed.size - lost);
    console.log(
      `${name}: ${kills} kills, ${run.confirmed.size} confirmed, ${lost} lost, ${torn} torn, ` +
        `${unheard} written but not heard of; back under load in ` +
        `${(pauses.toSorted((a, b) => a - b)[kills >> 1] ?? 0).toFixed(0)} ms (median), ` +
        `${Math.max(...pauses).toFixed(0)} ms at most`,
    );
    return lost + torn;
  } finally {
    run.child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (control) {
  const lost = await measure('control, PostgreSQL killed', killPostgres);
  if (lost === 0) console.error('The control lost nothing: this measurement would see no loss.');
  process.exitCode = lost === 0 ? 1 : 0;
} else {
  const lost = await measure('product killed', killApp);
  process.exitCode = lost + (await measure('PostgreSQL killed', killPostgres)) > 0 ? 1 : 0;
}
