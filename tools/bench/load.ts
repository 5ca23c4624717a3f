import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitFrom, launch } from './children.ts';
import type { Hits, Shot } from './driver.ts';
import { cpuOf, cpuOfMachine, cpuOfTree, watchMemory } from './meters.ts';
import type { Scene } from './stage.ts';

/** Something to measure: requests to a server, perhaps beside others that are not measured. */
export interface Target {
  name: string;
  pid: number;
  shot: Omit<Shot, 'seconds'>;
  beside?: Omit<Shot, 'seconds'>;
}

/** A target under load for a few seconds. CPU times are ms per request. */
export interface Window extends Hits {
  rps: number;
  serverCpu: number;
  databaseCpu: number;
  /** Peak memory of the server, MiB. */
  memory: number;
  /** Cores that were busy with nothing of ours. */
  others: number;
}

/** Measures windows, one at a time. */
export type Measure = (target: Target, seconds: number) => Promise<Window>;

/** Starts the load driver: a process of its own. */
export function startDriver(): ChildProcess {
  return launch(new URL('driver.ts', import.meta.url));
}

type Servers = 'product' | 'ceilings' | 'postmaster' | 'lists';

/** Measures with this driver; the other processes of the scene are ours, too. */
export function measureWith(
  driver: ChildProcess,
  { product, ceilings, postmaster, lists }: Pick<Scene, Servers>,
): Measure {
  const ours = [process.pid, driver.pid ?? 0, product.pid, ceilings.pid];
  if (lists) ours.push(lists.few.pid);
  const read = (target: Target) => ({
    at: performance.now(),
    server: cpuOf(target.pid),
    database: cpuOfTree(postmaster),
    ours: ours.reduce((total, pid) => total + cpuOf(pid), 0),
    machine: cpuOfMachine(),
  });
  return async (target, seconds) => {
    await settle([product.pid, ceilings.pid]);
    using memory = watchMemory(target.pid);
    const before = read(target);
    const [hits] = await Promise.all([
      shoot(driver, { ...target.shot, seconds }),
      target.beside && shoot(driver, { ...target.beside, seconds }),
    ]);
    const after = read(target);
    const [server, database] = [after.server - before.server, after.database - before.database];
    const others = after.machine - before.machine - database - (after.ours - before.ours);
    return {
      ...hits,
      rps: hits.requests / hits.seconds,
      serverCpu: server / hits.requests,
      databaseCpu: database / hits.requests,
      memory: memory.peak(),
      others: Math.max(0, others / (after.at - before.at)),
    };
  };
}

/** Waits until the servers are done with what the last window left, three seconds at most. */
async function settle(servers: number[]): Promise<void> {
  const spent = () => servers.reduce((total, pid) => total + cpuOf(pid), 0);
  for (let patience = 30; patience > 0; patience -= 1) {
    const before = spent();
    await sleep(100);
    if (spent() - before <= 10) return;
  }
}

let shots = 0;

async function shoot(driver: ChildProcess, shot: Shot): Promise<Hits> {
  const id = (shots += 1);
  return awaitFrom<Hits>(driver, (heard) => {
    const listen = (answer: { id: number; hits: Hits }) => {
      if (answer.id !== id) return;
      driver.off('message', listen);
      heard(answer.hits);
    };
    driver.on('message', listen);
    driver.send({ id, shot });
  });
}
