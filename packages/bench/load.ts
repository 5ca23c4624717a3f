import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, cpuOfLaunched, cpuOfMachine, watchMemory } from '#tools/kit/processes.ts';
import type { CannonOptions, CannonRequest, CannonResult } from './dependencies/index.js';
import { percentile } from './statistics.ts';

/** Request to send; `GET` by default. */
export type LoadRequest = {
  path: string;
  method?: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  /** Object to send as JSON. */
  body?: object;
};

/** Requests in turn, each connection starting at another one. */
export type Load = {
  requests: LoadRequest[];
  connections: number;
};

/** Load on a server, possibly together with other requests that are not measured. */
export type LoadTarget = {
  name: string;
  server: { origin: string; pid: number };
  beside?: Load;
  /** LoadTarget whose first response this one's must equal, byte for byte. */
  sameAs?: string;
} & Load;

/** Measured window of a few seconds. Times are ms, CPU times ms per request, memory MiB. */
export type Window = {
  rps: number;
  mean: number;
  p50: number;
  p99: number;
  /** 99th percentile of writes and of reads. */
  writesP99: number;
  readsP99: number;
  /** Responses other than 2xx, broken connections and timeouts. */
  failures: number;
  serverCpu: number;
  databaseCpu: number;
  memory: number;
  /** Busy cores by process; `others` are other processes of the machine. */
  cores: { server: number; database: number; load: number; others: number };
};

/** Sends requests for some seconds; percentiles come from all times, not from autocannon's histogram. */
async function shoot({ requests, connections }: Load, url: string, duration: number) {
  const { autocannon } = await import('./dependencies/index.js');
  const [reads, writes]: number[][] = [[], []];
  // Set just before the time of the same response is recorded.
  let isWrite = false;
  const prepared = requests.map(({ path, method = 'GET', headers, body }): CannonRequest => ({
    path,
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    onResponse: () => (isWrite = method !== 'GET'),
  }));
  const start = performance.now();
  let [end, clients] = [start, 0];
  const result = await new Promise<CannonResult>((resolve, reject) => {
    const options: CannonOptions = {
      url,
      connections,
      duration,
      sampleInt: 50,
      requests: prepared.slice(0, 1),
      setupClient: (client) => {
        const from = Math.floor((prepared.length * clients) / connections);
        clients += 1;
        const rotated = [...prepared.slice(from), ...prepared.slice(0, from)];
        client.setRequests(rotated.map((request) => ({ ...request })));
      },
    };
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    load.on('response', (...[, , , time]) => {
      (isWrite ? writes : reads)?.push(time);
      end = performance.now();
    });
  });
  const times = [...(reads ?? []), ...(writes ?? [])];
  return {
    count: times.length,
    rps: times.length / ((end - start) / 1_000),
    mean: times.reduce((total, time) => total + time, 0) / times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    writesP99: percentile(writes ?? [], 0.99),
    readsP99: percentile(reads ?? [], 0.99),
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

/** Waits up to three seconds until the servers are idle after the last window. */
async function settle(): Promise<void> {
  for (let left = 30; left > 0; left -= 1) {
    const before = cpuOfLaunched();
    await sleep(100);
    if (cpuOfLaunched() - before <= 20) return;
  }
}

/** Measures one window at a time. */
export type Measure = (target: LoadTarget, seconds: number) => Promise<Window>;

/** Returns a measure that generates the load in this process, beside a PostgreSQL. */
export function measureBeside(postmaster: number): Measure {
  const read = (pid: number) => {
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      server: cpuOf(pid),
      database: cpuOf(postmaster),
      load: (user + system) / 1_000,
      launched: cpuOfLaunched(),
      machine: cpuOfMachine(),
    };
  };
  return async ({ server: { origin, pid }, beside, ...load }, seconds) => {
    await settle();
    using memory = watchMemory(pid);
    const before = read(pid);
    const [{ count, ...hits }] = await Promise.all([
      shoot(load, origin, seconds),
      beside && shoot(beside, origin, seconds),
    ]);
    const after = read(pid);
    const spent = (what: keyof typeof after) => after[what] - before[what];
    const cores = (cpu: number) => Math.max(0, cpu / spent('at'));
    const ours = spent('database') + spent('load') + spent('launched');
    return {
      ...hits,
      serverCpu: spent('server') / count,
      databaseCpu: spent('database') / count,
      memory: memory.peak(),
      cores: {
        server: cores(spent('server')),
        database: cores(spent('database')),
        load: cores(spent('load')),
        others: cores(spent('machine') - ours),
      },
    };
  };
}
