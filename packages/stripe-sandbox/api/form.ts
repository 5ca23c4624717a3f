import { invalidRequest } from './errors.ts';

/** Decoded body: a text, or named parts; the parts of a list are named `0`, `1`, … */
export type FormValue = string | FormFields;
export type FormFields = Map<string, FormValue>;

const maxDepth = 8;

/**
 * Decodes `items[0][price]=p&expand[]=a` as the SDK and curl write it, into maps, so that `__proto__` is
 * an ordinary name.
 */
export function decodeForm(encoded: string): FormFields {
  const fields: FormFields = new Map();
  for (const [name, value] of new URLSearchParams(encoded)) setField(fields, name, value);
  return fields;
}

function setField(fields: FormFields, name: string, value: string) {
  const path = pathSegments(name);
  let holder = fields;
  for (const segment of path.slice(0, -1)) holder = nestedFields(holder, segment, name);
  holder.set(resolveKey(holder, path.at(-1) ?? name), value);
}

function pathSegments(name: string): string[] {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!parts) return [name];
  const nested = [...(parts[2] ?? '').matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
  if (nested.length >= maxDepth) throw invalidRequest(`Invalid object: ${name}`, name);
  return [parts[1] ?? name, ...nested];
}

function nestedFields(holder: FormFields, segment: string, name: string): FormFields {
  const key = resolveKey(holder, segment);
  const found = holder.get(key) ?? new Map<string, FormValue>();
  if (typeof found === 'string') throw invalidRequest(`Invalid object: ${name}`, name);
  holder.set(key, found);
  return found;
}

/** Returns the key of a segment; `list[]` appends. */
const resolveKey = (holder: FormFields, segment: string) =>
  segment === '' ? `${holder.size}` : segment;
