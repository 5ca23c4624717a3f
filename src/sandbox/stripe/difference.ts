type Part = Record<string, unknown>;

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an event's `previous_attributes`: the old values of changed fields; lists are whole. */
export function previousAttributes(before: object, after: object): Part {
  const old: Part = { ...before };
  const current: Part = { ...after };
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  const changes = [...names].flatMap((name) => {
    const was = old[name];
    const is = current[name];
    if (isPart(was) && isPart(is)) {
      const inner = previousAttributes(was, is);
      return Object.keys(inner).length > 0 ? [[name, inner]] : [];
    }
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [[name, was ?? null]];
  });
  return Object.fromEntries(changes);
}
