/** Thread that asks `/health/live` again and again, and reports the longest time without a reply when asked. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { origin } = workerData as { origin: string };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const interval = 20;

/** Returns whether a request is answered. */
const poll = () =>
  new Promise<boolean>((done) => {
    get(`${origin}/health/live`, { agent }, (response) => {
      response.resume().once('end', () => done(true));
    }).on('error', () => done(false));
  });

let isAsked = false;
parentPort?.on('message', () => (isAsked = true));

let longest = 0;
let began = performance.now();
let isAnswered = true;
for (;;) {
  // Asked before the poll: what it waits for is over when it ends.
  const isLast = isAsked;
  if (isAnswered) began = performance.now();
  isAnswered = await poll();
  longest = Math.max(longest, performance.now() - began);
  if (isLast) {
    parentPort?.postMessage(longest, []);
    [isAsked, longest] = [false, 0];
  } else await sleep(interval);
}
