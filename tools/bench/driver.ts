/** Generates the load in a process of its own, so that its CPU time is not counted for a server. */
import { createHmac } from 'node:crypto';
import autocannon from 'autocannon';

/** Request to send; `GET` by default. */
export interface Asked {
  path: string;
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string;
}

/** Load on one target for some seconds. */
export interface Shot {
  origin: string;
  /** Requests in turn; every connection starts at another one. */
  requests: Asked[];
  connections: number;
  seconds: number;
  /** Webhook secret: the requests are provider events, each signed with it and given its own id. */
  secret?: string;
}

/** Results; times in ms. Percentiles are computed from all times, not from a histogram. */
export interface Hits {
  requests: number;
  seconds: number;
  mean: number;
  p50: number;
  p975: number;
  p99: number;
  /** 99th percentile of writes and of reads. */
  writesP99: number;
  readsP99: number;
  /** Bytes of one response with its headers. */
  bytes: number;
  /** Responses other than 2xx, broken connections and timeouts. */
  failures: number;
}

const percentileOf = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
};

let events = 0;

/** Returns the same event with a new id and signature. */
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
  // Set just before the time of the same response is recorded.
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

/** Result of a measurement, or the error that prevented it. */
export type Answer = { id: number } & ({ hits: Hits } | { error: string });

process.on('message', async ({ id, shot }: { id: number; shot: Shot }) => {
  const answer: Answer = await shoot(shot).then(
    (hits) => ({ id, hits }),
    (error: Error) => ({ id, error: error.message }),
  );
  process.send?.(answer);
});
