import { Failure } from '#contract/errors.ts';

/** What a client knows of a write: that it is done, or nothing. */
export type Outcome = { known: true; answer: unknown } | { known: false };

/** Refusals that mean: not now; whether it was done before is not said. */
const notNow = new Set<string>([
  'unavailable',
  'billing.providerUnavailable',
  'billing.inProgress',
  'request.inProgress',
]);

/** Refusals that say to whoever asks again that it was done already. */
const doneBefore = new Set<string>(['request.answerLost', 'notFound']);

/** How a connection ends whose other side is gone, in words of Node's `fetch`. */
const broken = /^(fetch failed|terminated|other side closed|.*aborted due to timeout)$/;

/** Sends a write once; throws what no client should ever be told. */
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
