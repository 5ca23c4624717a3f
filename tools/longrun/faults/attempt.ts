import { Failure } from '#contract/errors.ts';

/** Outcome of a write as the client knows it: done, or unknown. */
export type Outcome = { known: true; answer: unknown } | { known: false };

/** Refusals that mean "not now"; the write may or may not have been done. */
const notNow = new Set<string>([
  'unavailable',
  'billing.providerUnavailable',
  'billing.inProgress',
  'request.inProgress',
]);

/** Refusals of a repeated write that mean it was done before. */
const doneBefore = new Set<string>(['request.answerLost', 'notFound']);

/** Messages of Node's `fetch` for a lost connection. */
const broken = /^(fetch failed|terminated|other side closed|.*aborted due to timeout)$/;

/** Sends a write once. Throws for a response that no client should receive. */
export async function attempt(
  send: () => Promise<unknown>,
  { again }: { again: boolean },
): Promise<Outcome> {
  try {
    return { known: true, answer: await send() };
  } catch (error) {
    if (error instanceof Failure) {
      if (notNow.has(error.code)) return { known: false };
      if (again && doneBefore.has(error.code)) return { known: true, answer: null };
      throw new Error(`A client was told ${error.status} ${error.code}`, { cause: error });
    }
    if (error instanceof Error && broken.test(error.message)) return { known: false };
    throw error;
  }
}
