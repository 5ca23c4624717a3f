import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { storedToken } from '#web/api/credentials.ts';

/** Who is signed in in this browser; null: nobody. The server does not know: undefined. */
export type Visiting = User | null | undefined;

export const loadVisiting = async (): Promise<Visiting> =>
  storedToken() ? api.users.getCurrent() : null;

/** A link that leads nowhere is no failure of the page: it says so. Anything worse is one. */
export const orNothing = (error: unknown) => {
  // The pages of the server are a build of their own: its class of failures is not theirs.
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'notFound' || code === 'validation') return null;
  throw error;
};
