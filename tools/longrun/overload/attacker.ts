/** Attacks from a process of its own, so that its CPU time does not slow the neighbor's client. */
import { attacks, type AttackTarget } from './attacks.ts';

export interface Order {
  attack: string;
  target: AttackTarget;
  seconds: number;
}

/** Number of each response, and the error that stopped the attack, if any. */
export interface Outcome {
  answers: Record<string, number>;
  error: string | null;
}

const { attack, target, seconds } = JSON.parse(process.argv[2] ?? '{}') as Order;
// A timer that keeps the process alive: paused sockets and `AbortSignal.timeout` do not.
const ending = new AbortController();
setTimeout(() => ending.abort(), seconds * 1_000);
const answers: Record<string, number> = {};
const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1);
const error = await (attacks[attack]?.run(target, ending.signal, count) ?? Promise.reject()).then(
  () => null,
  (reason: unknown) => String(reason),
);
process.stdout.write(JSON.stringify({ answers, error } satisfies Outcome), () => process.exit());
