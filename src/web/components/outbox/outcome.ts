import { failureFromProblem } from '#contract/errors.ts';
import type { InputValues, QueuedChange } from '#web/api/kept-input.ts';
import { isSameValue } from '#web/components/drafts/input-values.ts';

type Answer = { status: number; body: unknown };

/** Time during which the server knows an idempotency key, less a margin (decision 16). */
const keyLifetimeMs = 23 * 3_600_000;

/** Returns true if a change may have been done already, without a way left to find out. */
export const isTooOld = ({ request, queuedAt }: QueuedChange, now: number) =>
  request.once && now - queuedAt > keyLifetimeMs;

/** Returns what an answer means: done, refused, or to be tried again later. */
export const outcomeOf = (
  { request }: Pick<QueuedChange, 'request'>,
  { status, body }: Answer,
): 'done' | 'later' | { refusal: NonNullable<QueuedChange['refusal']> } => {
  if (status < 400) return 'done';
  const { code, params, current } = failureFromProblem(body);
  if (status >= 500 || status === 429 || code === 'request.inProgress') return 'later';
  // The answer to an earlier attempt was lost.
  if (request.method === 'DELETE' && status === 404) return 'done';
  const mayBeOwn = request.method === 'PUT' && code === 'conflict.changed';
  if (mayBeOwn && isApplied(request.body, current)) return 'done';
  return { refusal: { code, params } };
};

/** Returns true if the record has all values of a change. */
const isApplied = (input: unknown, current: unknown) => {
  if (!isValues(input) || !isValues(current)) return false;
  return Object.entries(input).every(([name, value]) => isSameValue(value, current[name]));
};

const isValues = (value: unknown): value is InputValues =>
  typeof value === 'object' && value !== null;
