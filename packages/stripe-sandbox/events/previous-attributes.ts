type JsonRecord = Record<string, unknown>;

const isJsonRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an event's `previous_attributes`: the old values of changed fields; lists are whole. */
export function previousAttributes(before: object, after: object): JsonRecord {
  const old: JsonRecord = { ...before };
  const current: JsonRecord = { ...after };
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  const changes = [...names].flatMap((name) => {
    const previous = old[name];
    const updated = current[name];
    if (isJsonRecord(previous) && isJsonRecord(updated)) {
      const inner = previousAttributes(previous, updated);
      return Object.keys(inner).length > 0 ? [[name, inner]] : [];
    }
    return JSON.stringify(previous) === JSON.stringify(updated) ? [] : [[name, previous ?? null]];
  });
  return Object.fromEntries(changes);
}
