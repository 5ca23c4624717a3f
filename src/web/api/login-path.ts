import { isImpersonating } from './credentials.ts';

/** Returns the sign-in page with `address` as the page to return to (R-APP-02). */
export const loginPath = ({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>) =>
  `/account/login?${new URLSearchParams({ redirect: `${pathname}${search}${hash}` }).toString()}`;

/**
 * Returns the page after a session has ended: the operator's after an impersonation, else sign-in.
 */
export const signedOutPath = () => (isImpersonating() ? '/admin/users' : '/account/login');
