/** Returns the different patterns of a published document. */
export const patternsOf = (document: unknown): string[] => [...new Set(allPatterns(document))];

const allPatterns = (part: unknown): string[] =>
  typeof part === 'object' && part !== null
    ? Object.entries(part).flatMap(([name, inner]) =>
        name === 'pattern' && typeof inner === 'string' ? [inner] : allPatterns(inner),
      )
    : [];

/** Literals, classes, groups, anchors and quantifiers: JSON Schema 2020-12 §6.4, and \\d, \\w, \\s. */
const subset = /^(?:\\[dDwWsSrnt./\\^$|()[\]{}*+?-]|\\x[0-9a-f]{2}|\(\?:|[^\\])*$/;

/** Returns true for a pattern that every engine reads alike, with no flag. */
export const isPortable = (pattern: string) => {
  try {
    return subset.test(pattern) && !/\(\?(?!:)/.test(pattern) && Boolean(new RegExp(pattern));
  } catch {
    return false;
  }
};
