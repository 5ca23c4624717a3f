const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after each failed attempt, in milliseconds: ten attempts over three days (R-WHK-04). */
const retryDelays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Attempts of a delivery; one that is claimed more often has ended its process. */
export const maxAttempts = retryDelays.length + 1;

/** Time after which an endpoint that only fails is turned off (R-WHK-06). */
export const lastingFailure = 72 * hour;

/** Returns the wait after this failed attempt, give or take a tenth; null after the last one. */
export function retryDelay(attempts: number, random = Math.random()): number | null {
  const delay = retryDelays[attempts - 1];
  return delay === undefined ? null : delay * (0.9 + 0.2 * random);
}

/**
 * Returns for how long nothing is sent to an endpoint of which all attempts have failed for a time: longer the longer it
 * lasts, so that a backlog costs little, from ten seconds to ten minutes.
 */
export const pauseAfter = (failedFor: number) =>
  Math.min(Math.max(failedFor / 4, 10 * second), 10 * minute);
