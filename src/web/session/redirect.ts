const inside = /^\/(app|admin|account|invitation|invite)(?=[/?#]|$)/;
const here = 'https://here.invalid';

/** Where a `redirect` query may lead: a page of ours, as a path; anything else is nowhere. */
export const safeRedirect = (asked: string | null): string | null => {
  const url = asked && URL.parse(asked, here);
  if (!url || url.origin !== here) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return inside.test(path) ? path : null;
};
