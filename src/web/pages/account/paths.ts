type Given = { email?: string | null; redirect?: string | null };

const pathTo = (page: string, query: Record<string, string | null | undefined>) => {
  const known = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return known.length > 0 ? `${page}?${new URLSearchParams(known).toString()}` : page;
};

/** Signing in, with what is known already. */
export const loginPathWith = ({ email, redirect }: Given) =>
  pathTo('/account/login', { e: email, redirect });

/** Registering, with what is known already. */
export const registerPathWith = ({ email }: Given) => pathTo('/account/register', { e: email });

/** The click-to-verify link (specification, section 2). */
export const verifyPath = (email: string, token: string) =>
  pathTo('/account/verify', { e: email, t: token });

/** Asking for a link that sets a new password. */
export const forgotPathWith = ({ email }: Given) => pathTo('/account/forgot', { e: email });

/** Choosing a new password, as the mailed link leads there. */
export const resetPath = (email: string, token: string) =>
  pathTo('/account/reset', { e: email, t: token });
