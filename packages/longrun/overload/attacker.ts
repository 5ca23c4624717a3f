/** Attacks from a thread of its own, so that it does not slow the neighbor's client. */
import { parentPort, workerData } from 'node:worker_threads';
import { attacks, type AttackTarget } from './attacks.ts';

export type Order = {
  attack: string;
  target: AttackTarget;
  seconds: number;
};

/** Number of each response. */
export type Answers = Record<string, number>;

const { attack, target, seconds } = workerData as Order;
// A timer that keeps the thread alive: paused sockets and `AbortSignal.timeout` do not.
const ending = new AbortController();
setTimeout(() => ending.abort(), seconds * 1_000);
const answers: Answers = {};
const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1);
await attacks[attack]?.run(target, ending.signal, count);
parentPort?.postMessage(answers, []);
