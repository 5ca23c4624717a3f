/** Sends the load, in a process of its own: what it costs is not on any server's account. */
import { createHmac } from 'node:crypto';
import autocannon from 'autocannon';

/** What is asked; `GET` unless told. */
export interface Asked {
  path: string;
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string;
}

/** One target under load for some time. */
export interface Shot {
  origin: string;
  /** In turn; every connection begins elsewhere. */
  requests: Asked[];
  connections: number;
  seconds: number;
  /** The requests are events of the provider: each gets an id of its own and is signed with this. */
  secret?: string;
}

/** What came of it; times in ms. Percentiles are of the times themselves, not of a histogram. */
export interface Hits {
  requests: number;
  seconds: number;
  mean: number;
  p50: number;
  p975: number;
  p99: number;
  /** Of those that write, and of those that only read. */
  writesP99: number;
  readsP99: number;
  /** Of one answer, with its head. */
  bytes: number;
  /** Answers that were not 2xx, broken connections, timeouts. */
  failures: number;
}

const percentileOf = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
};

let events = 0;

/** The same event once more, as another one. */
const signed = (request: Asked, secret: string) => {
  events += 1;
  const id = `evt_bench_${process.pid}_${performance.timeOrigin}_${events}`;
  const body = JSON.stringify({ ...(JSON.parse(request.body ?? '{}') as object), id });
  const at = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = { ...request.headers, 'stripe-signature': `t=${at},v1=${signature}` };
  return { ...request, headers, body };
};

async function shoot({ origin, requests, connections, seconds, secret }: Shot): Promise<Hits> {
  const reads: number[] = [];
  const writes: number[] = [];
  let bytes = 0;
  let [start, end] = [performance.now(), performance.now()];
  // Told just before the time of the same answer.
  let isWrite = false;
  const asked = requests.map((request): autocannon.Request => {
    const { method = 'GET' } = request;
    const plain = { ...request, method, onResponse: () => (isWrite = method !== 'GET') };
    return secret
      ? { ...plain, setupRequest: () => signed({ ...request, method }, secret) }
      : plain;
  });
  let clients = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        sampleInt: 50,
        requests: asked.slice(0, 1),
        setupClient: (client) => {
          const from = Math.floor((asked.length * clients) / connections);
          clients += 1;
          const turned = [...asked.slice(from), ...asked.slice(0, from)];
          client.setRequests(turned.map((request) => ({ ...request })));
        },
      },
      (error: Error | null, result) => (error ? reject(error) : resolve(result)),
    );
    start = performance.now();
    load.on('response', (...[, , size, time]) => {
      (isWrite ? writes : reads).push(time);
      bytes += size;
      end = performance.now();
    });
  });
  const times = [...reads, ...writes];
  const at = percentileOf(times);
  return {
    requests: times.length,
    seconds: (end - start) / 1_000,
    mean: times.reduce((total, time) => total + time, 0) / times.length,
    p50: at(0.5),
    p975: at(0.975),
    p99: at(0.99),
    writesP99: percentileOf(writes)(0.99),
    readsP99: percentileOf(reads)(0.99),
    bytes: bytes / times.length,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

/** What was measured, or why it could not be. */
export type Answer = { id: number } & ({ hits: Hits } | { error: string });

process.on('message', async ({ id, shot }: { id: number; shot: Shot }) => {
  const answer: Answer = await shoot(shot).then(
    (hits) => ({ id, hits }),
    (error: Error) => ({ id, error: error.message }),
  );
  process.send?.(answer);
});
