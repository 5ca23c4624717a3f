/** Syntax of patterns that not every engine knows, or knows only with a flag. */
const unportable = /\\[pPkbBuAzZ]|\(\?(?!:)|[*+?}]\+/;

/** Leaves out patterns that engines of other languages may refuse; the server checks them all the same. */
export const withPortablePatterns = <T>(document: T): T =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'pattern' && typeof value === 'string' && unportable.test(value) ? undefined : value,
  ) as T;
