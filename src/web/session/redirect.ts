const inside = /^\/(app|admin|account|invitation|invite)(?=[/?#]|$)/;
const here = 'https://here.invalid';

/**
 * Returns the path of a `redirect` query if it is a page of this site; null otherwise (R-SEC-16).
 */
export const safeRedirect = (asked: string | null): string | null => {
  const url = asked && URL.parse(asked, here);
  if (!url || url.origin !== here) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return inside.test(path) ? path : null;
};
