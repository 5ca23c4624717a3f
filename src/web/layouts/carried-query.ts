/** Parameters of one page, such as tokens and return paths, which mean nothing on another. */
const pageParamNames = ['t', 'i', 'redirect', 'to', 'lang', 'pay'];

/**
 * Returns the query of the previous page for a page without its own; null if there is none to keep.
 */
export const keptQuery = (from: URLSearchParams, to: URLSearchParams) => {
  const query = new URLSearchParams(from);
  for (const name of pageParamNames) query.delete(name);
  return to.size === 0 && query.size > 0 ? query : null;
};

/** Returns the path to report, without parameters that could identify the visitor. */
export const analyticsPath = (pathname: string, search: string) => {
  const carried = [...new URLSearchParams(search)].filter(
    ([name, value]) => name !== 'e' && !pageParamNames.includes(name) && !value.includes('@'),
  );
  const query = new URLSearchParams(carried);
  return query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
};
