import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Milliseconds between two samples of the time for which this thread had a core. */
const sampleInterval = 5;

const coreTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Measures the longest time for which a product that runs in this process sends no reply. */
export const startSilenceMonitor = (origin: string) => {
  const worker = new Worker(new URL('liveness.ts', import.meta.url), { workerData: { origin } });
  const read = async () => {
    worker.postMessage('read', []);
    const [longest] = (await once(worker, 'message')) as [number];
    return longest;
  };
  let [last, mostWork] = [0, 0];
  const sample = () => {
    const now = coreTime();
    mostWork = Math.max(mostWork, now - last);
    last = now;
  };
  const sampling = setInterval(sample, sampleInterval);
  const restart = async () => {
    await read();
    sample();
    mostWork = 0;
  };
  return {
    /** Forgets what was measured so far, such as the making of an input. */
    restart,
    /**
     * Returns the longest time without a reply of `/health/live` during the work, in milliseconds; at most the time for
     * which this thread had a core without a pause, so that other work of the machine doesn't count.
     */
    during: async (work: () => Promise<unknown>): Promise<number> => {
      await restart();
      await work();
      const longest = await read();
      sample();
      return Math.min(longest, mostWork);
    },
    stop: async () => {
      clearInterval(sampling);
      await worker.terminate();
    },
  };
};
