/** Sends the load, in a process of its own: what it costs is not on any server's account. */
import autocannon from 'autocannon';

/** One target under load for some time. */
export interface Shot {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  connections: number;
  seconds: number;
}

/** What came of it; times in ms. Percentiles are of the times themselves, not of a histogram. */
export interface Hits {
  requests: number;
  seconds: number;
  mean: number;
  p50: number;
  p975: number;
  p99: number;
  /** Of one answer, with its head. */
  bytes: number;
  /** Answers that were not 2xx, broken connections, timeouts. */
  failures: number;
}

async function shoot({ seconds, ...target }: Shot): Promise<Hits> {
  const times: number[] = [];
  let bytes = 0;
  const start = performance.now();
  let end = start;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(
      { ...target, duration: seconds, sampleInt: 50 },
      (error: Error | null, result) => (error ? reject(error) : resolve(result)),
    );
    load.on('response', (...[, , size, time]) => {
      times.push(time);
      bytes += size;
      end = performance.now();
    });
  });
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
  return {
    requests: times.length,
    seconds: (end - start) / 1000,
    mean: times.reduce((total, time) => total + time, 0) / times.length,
    p50: at(0.5),
    p975: at(0.975),
    p99: at(0.99),
    bytes: bytes / times.length,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

process.on('message', async ({ id, shot }: { id: number; shot: Shot }) => {
  const hits = await shoot(shot);
  process.send?.({ id, hits });
});
