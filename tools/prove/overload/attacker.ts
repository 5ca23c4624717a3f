/** Attacks from a process of its own, so that what it costs is not on its neighbour's account. */
import { attacks, type Target } from './attacks.ts';

export interface Order {
  attack: string;
  target: Target;
  seconds: number;
}

/** How often each answer was got, and what broke the attack itself. */
export interface Outcome {
  answers: Record<string, number>;
  error: string | null;
}

process.on('message', async ({ attack, target, seconds }: Order) => {
  const over = AbortSignal.timeout(seconds * 1_000);
  const answers: Record<string, number> = {};
  const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1);
  const error = await (attacks[attack]?.run(target, over, count) ?? Promise.reject()).then(
    () => null,
    (reason: unknown) => String(reason),
  );
  process.send?.({ answers, error } satisfies Outcome, () => process.exit(0));
});
