/** Keys and way-marks of one page, which mean nothing on another. */
const ofOnePage = ['t', 'i', 'redirect', 'to', 'lang'];

/** The query that a page without one of its own takes over from the page before it, or null. */
export const carriedQuery = (from: URLSearchParams, to: URLSearchParams) => {
  const query = new URLSearchParams(from);
  for (const name of ofOnePage) query.delete(name);
  return to.size === 0 && query.size > 0 ? query : null;
};

/** A page as it may be reported: whatever could say who looks at it is left out. */
export const reportedPath = (pathname: string, search: string) => {
  const told = [...new URLSearchParams(search)].filter(
    ([name, value]) => name !== 'e' && !ofOnePage.includes(name) && !value.includes('@'),
  );
  const query = new URLSearchParams(told);
  return query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
};
