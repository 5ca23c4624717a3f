/** Properties of fields for values of machines, which no browser completes or corrects. */
export const unassisted = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;
