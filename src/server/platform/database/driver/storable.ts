/** First instant of a PostgreSQL `timestamp`, in ms; its last one is after that of JavaScript. */
const firstInstant = Date.UTC(-4712, 0, 1);

/** Returns false for what PostgreSQL refuses as a value: text with NUL, and dates that are invalid or before 4713 BC. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000');
  if (value instanceof Date) return value.getTime() >= firstInstant;
  return !Array.isArray(value) || value.every(isStorable);
}
