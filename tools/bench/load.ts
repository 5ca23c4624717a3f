import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitFrom, cpuOfLaunched, launch } from './children.ts';
import type { Answer, Hits, Shot } from './driver.ts';
import { cpuOf, cpuOfMachine, watchMemory } from './meters.ts';

/** Requests to a server and number of concurrent connections. */
export type Asking = Omit<Shot, 'seconds' | 'origin'>;

/** Requests to measure, possibly together with other requests that are not measured. */
export interface Target {
  name: string;
  /** Server; without a process id it is external and only its responses are measured. */
  server: { origin: string; pid: number | null };
  ask: Asking;
  beside?: Asking;
  /** Target whose first response this one's must equal, byte for byte. */
  sameAs?: string;
}

/** Measured window of a few seconds. CPU times are ms per request. */
export interface Window extends Hits {
  rps: number;
  serverCpu: number;
  databaseCpu: number;
  /** Peak memory of the server in MiB. */
  memory: number;
  /** Busy cores by process. */
  cores: { server: number; database: number; load: number };
  /** Cores that other processes of the machine used. */
  others: number;
}

/** Measures one window at a time. */
export type Measure = (target: Target, seconds: number) => Promise<Window>;

/** Starts the load driver as a process of its own. */
export function startDriver(): ChildProcess {
  return launch(new URL('driver.ts', import.meta.url));
}

const ownCpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Returns a measure that uses this driver and counts every launched process as part of the bench. */
export function measureWith(driver: ChildProcess, postmaster: number): Measure {
  const read = ({ server: { pid } }: Target) => ({
    at: performance.now(),
    server: pid === null ? Number.NaN : cpuOf(pid),
    database: cpuOf(postmaster),
    load: cpuOf(driver.pid ?? 0),
    ours: ownCpu() + cpuOfLaunched(),
    machine: cpuOfMachine(),
  });
  return async (target, seconds) => {
    await settle();
    using memory = target.server.pid === null ? null : watchMemory(target.server.pid);
    const before = read(target);
    const { origin } = target.server;
    const [hits] = await Promise.all([
      shoot(driver, { ...target.ask, origin, seconds }),
      target.beside && shoot(driver, { ...target.beside, origin, seconds }),
    ]);
    const after = read(target);
    const spent = (what: keyof typeof after) => after[what] - before[what];
    const coresOf = (cpu: number) => Math.max(0, cpu / spent('at'));
    return {
      ...hits,
      rps: hits.requests / hits.seconds,
      serverCpu: spent('server') / hits.requests,
      databaseCpu: spent('database') / hits.requests,
      memory: memory?.peak() ?? Number.NaN,
      cores: {
        server: coresOf(spent('server')),
        database: coresOf(spent('database')),
        load: coresOf(spent('load')),
      },
      others: coresOf(spent('machine') - spent('database') - spent('ours')),
    };
  };
}

/** Waits up to three seconds until the servers are idle after the last window. */
async function settle(): Promise<void> {
  for (let patience = 30; patience > 0; patience -= 1) {
    const before = cpuOfLaunched();
    await sleep(100);
    if (cpuOfLaunched() - before <= 20) return;
  }
}

let shots = 0;

async function shoot(driver: ChildProcess, shot: Shot): Promise<Hits> {
  const id = (shots += 1);
  const answer = await awaitFrom<Answer>(driver, (heard) => {
    const listen = (answer: Answer) => {
      if (answer.id !== id) return;
      driver.off('message', listen);
      heard(answer);
    };
    driver.on('message', listen);
    driver.send({ id, shot });
  });
  if ('error' in answer) throw new Error(answer.error);
  return answer.hits;
}
