type PrefilledValues = { email?: string | null; redirect?: string | null };

function pathTo(page: string, query: Record<string, string | null | undefined>) {
  const known = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return known.length > 0 ? `${page}?${new URLSearchParams(known).toString()}` : page;
}

/** Returns the path to sign-in with what is known prefilled. */
export const loginPathWith = ({ email, redirect }: PrefilledValues) =>
  pathTo('/account/login', { e: email, redirect });

/** Returns the path to registration with the known email prefilled. */
export const registerPathWith = ({ email }: PrefilledValues) =>
  pathTo('/account/register', { e: email });

/** Returns the link that confirms an email (R-ACC-11). */
export const verifyPath = (email: string, token: string) =>
  pathTo('/account/verify', { e: email, t: token });

/** Returns the path that requests a password reset. */
export const forgotPathWith = ({ email }: PrefilledValues) =>
  pathTo('/account/forgot', { e: email });

/** Returns the path that requests a link that signs in. */
export const linkPathWith = ({ email }: PrefilledValues) => pathTo('/account/link', { e: email });

/** Returns the link from the reset email, where a new password is chosen. */
export const resetPath = (email: string, token: string) =>
  pathTo('/account/reset', { e: email, t: token });
