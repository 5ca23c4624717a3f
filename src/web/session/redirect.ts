const allowedPaths = /^\/(app|admin|account|invitation|invite)(?=[/?#]|$)/;
const baseUrl = 'https://here.invalid';

/**
 * Returns the path of a `redirect` query if it is a page of this site; null otherwise (R-SEC-16).
 */
export function safeRedirect(target: string | null): string | null {
  const url = target && URL.parse(target, baseUrl);
  if (!url || url.origin !== baseUrl) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return allowedPaths.test(path) ? path : null;
}
