import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { storedToken } from '#web/api/credentials.ts';

/**
 * The visitor signed in in this browser; null when signed out, undefined while rendering on the
 * server.
 */
export type CurrentVisitor = User | null | undefined;

export const loadCurrentVisitor = async (): Promise<CurrentVisitor> =>
  storedToken() ? api.users.getCurrent() : null;

/** Returns null for an invalid link, so that the page can explain it. Rethrows all other errors. */
export function nullIfInvalidLink(error: unknown) {
  // Compares codes, not classes: server pages are bundled separately, so `Failure` is another class
  // there.
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'notFound' || code === 'validation') return null;
  throw error;
}
