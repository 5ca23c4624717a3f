const minute = 60_000;

/**
 * Remembers tokens that were refused in this minute. Their next calls are authorized before anything is
 * read, so that a caller over a limit causes no reads.
 */
export const createRefusedTokens = () => {
  let begun = 0;
  const tokens = new Set<string>();
  return {
    add: (token: string) => {
      const now = Math.floor(performance.now() / minute);
      if (now !== begun) tokens.clear();
      begun = now;
      tokens.add(token);
    },
    has: (token: string) => tokens.has(token) && begun === Math.floor(performance.now() / minute),
  };
};
