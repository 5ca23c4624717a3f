import type { OpenApiDocument } from '#server/platform/http/docs/openapi.ts';
import { surfaceOf, type Facts, type Surface } from './surface.ts';

/**
 * Returns what programs of an older API can't rely on any more, as `place: what changed`, by the rules of docs/api.md:
 * input that was accepted is accepted, and replies keep their properties and types (R-API-08).
 */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const [older, newer] = [surfaceOf(before), surfaceOf(after)];
  return [...lostPlaces(older, newer), ...addedDuties(older, newer)];
}

const lostPlaces = (older: Surface, newer: Surface) =>
  [...older].flatMap(([place, facts]) => {
    const now = newer.get(place);
    if (!now) return isBelowLost(place, older, newer) ? [] : [`${place}: has gone`];
    return compareFacts(facts, now).map((change) => `${place}: ${change}`);
  });

/** Returns true if a place has gone with one that contains it, which is reported instead. */
const isBelowLost = (place: string, older: Surface, newer: Surface) =>
  [...place.matchAll(/[ .[]/g)].some(({ index }) => {
    const outer = place.slice(0, index);
    return older.has(outer) && !newer.has(outer);
  });

/** Lists input that programs of the older API don't send, and statuses that they don't expect. */
const addedDuties = (older: Surface, newer: Surface) =>
  [...newer].flatMap(([place, { direction, required }]) => {
    if (older.has(place) || !older.has(callOf(place))) return [];
    if (direction === 'output') return isStatus(place) ? [`${place}: is answered now`] : [];
    const outer = place.replace(/[.[][^.[]*$/, '');
    const isInNew = outer !== place && !older.has(outer);
    return required && !isInNew ? [`${place}: is required now`] : [];
  });

const callOf = (place: string) => place.split(' ').slice(0, 2).join(' ');

const isStatus = (place: string) => /^\S+ \S+ \d+$/.test(place);

const compareFacts = (older: Facts, newer: Facts): string[] =>
  older.direction === 'input' ? compareInput(older, newer) : compareOutput(older, newer);

const allows = (types: string[], type: string) =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));

const compareInput = (older: Facts, newer: Facts): string[] => {
  const refused = older.types.filter((type) => !allows(newer.types, type));
  const gone = newer.values && older.values?.filter((value) => !newer.values?.includes(value));
  return [
    ...(newer.required && !older.required ? ['is required now'] : []),
    ...refused.map((type) => `${type} is no longer accepted`),
    ...(newer.types.length > 0 && older.types.length === 0 ? ['accepts some types only'] : []),
    ...(gone ?? []).map((value) => `${JSON.stringify(value)} is no longer accepted`),
    ...(newer.values && !older.values ? ['accepts some values only'] : []),
    ...Object.entries(newer.limits)
      .filter(([name, limit]) => isTighter(name, older.limits[name], limit))
      .map(([name, limit]) => `${name} is ${String(limit)} now`),
  ];
};

const isTighter = (name: string, before: unknown, after: unknown) => {
  if (typeof before !== 'number' || typeof after !== 'number') return before !== after;
  if (name === 'multipleOf') return before !== after;
  return /^(exclusiveM|m)in/.test(name) ? after > before : after < before;
};

const compareOutput = (older: Facts, newer: Facts): string[] => {
  const added = newer.types.filter((type) => !allows(older.types, type));
  const isCall = older.values !== null && older.types.length === 0;
  return [
    ...(older.required && !newer.required ? ['may be missing now'] : []),
    ...added.map((type) => `may be ${type} now`),
    ...(newer.types.length === 0 && older.types.length > 0 ? ['may be of any type now'] : []),
    ...(isCall && String(older.values) !== String(newer.values)
      ? ['has another name or scope']
      : []),
  ];
};
