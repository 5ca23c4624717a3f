import { invalidRequest } from './errors.ts';
import type { FormValue, FormFields } from './form.ts';

/** Parser of one parameter; `name` is its name as sent, for the error. */
type ParamParser<T> = {
  parse: (value: FormValue, name: string) => T;
};
type RequiredParser<T> = {
  required: true;
} & ParamParser<T>;
/** Parameters of an endpoint. Others are refused, never ignored. */
export type ParamsSchema = Record<string, ParamParser<unknown>>;
export type InferParams<S extends ParamsSchema> = {
  [K in keyof S]: S[K] extends RequiredParser<infer T>
    ? T
    : S[K] extends ParamParser<infer T>
      ? T | undefined
      : never;
};

export const stringParam: ParamParser<string> = {
  parse(value, name) {
    if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${name}`, name);
    if (value === '') throw emptyParameter(name);
    return value;
  },
};

export const integerParam = (min = 0): ParamParser<number> => ({
  parse(value, name) {
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : null;
    if (number === null) {
      throw invalidRequest(`Invalid integer: ${String(value)}`, name, 'parameter_invalid_integer');
    }
    if (number < min) {
      const message = `This value must be greater than or equal to ${min}.`;
      throw invalidRequest(message, name, 'parameter_invalid_integer');
    }
    return number;
  },
});

/** Percentage above 0 and up to 100, with two decimals. */
export const percentageParam: ParamParser<number> = {
  parse(value, name) {
    const number =
      typeof value === 'string' && /^\d{1,3}(\.\d{1,2})?$/.test(value) ? Number(value) : 0;
    if (number > 0 && number <= 100) return number;
    throw invalidRequest(`Invalid percentage: ${String(value)}`, name);
  },
};

/** Time in epoch seconds. */
export const timestampParam = integerParam();

export const booleanParam: ParamParser<boolean> = {
  parse(value, name) {
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw invalidRequest(`Invalid boolean: ${String(value)}`, name);
  },
};

export const enumParam = <const T extends string>(...values: T[]): ParamParser<T> => ({
  parse(value, name) {
    const known = values.find((candidate) => candidate === value);
    if (known === undefined) {
      throw invalidRequest(`Invalid ${name}: must be one of ${values.join(', ')}`, name);
    }
    return known;
  },
});

/** Parses with the first reader that accepts the value; throws the last one's error. */
export const unionParam = <A, B>(
  first: ParamParser<A>,
  second: ParamParser<B>,
): ParamParser<A | B> => ({
  parse(value, name) {
    try {
      return first.parse(value, name);
    } catch {
      return second.parse(value, name);
    }
  },
});

/** Parses an empty string as null, which unsets the field. */
export const emptyable = <T>(reader: ParamParser<T>): ParamParser<T | null> => ({
  parse: (value, name) => (value === '' ? null : reader.parse(value, name)),
});

export const required = <T>(reader: ParamParser<T>): RequiredParser<T> => ({
  ...reader,
  required: true,
});

export const arrayParam = <T>(reader: ParamParser<T>): ParamParser<T[]> => ({
  parse(value, name) {
    if (typeof value === 'string') throw invalidRequest(`Invalid array`, name);
    return [...value].map(([index, entry]) => reader.parse(entry, `${name}[${index}]`));
  },
});

export const objectParam = <S extends ParamsSchema>(spec: S): ParamParser<InferParams<S>> => ({
  parse(value, name) {
    if (typeof value === 'string') throw invalidRequest(`Invalid object`, name);
    return parseParams(spec, value, (key) => `${name}[${key}]`);
  },
});

/** Names and values that the caller chooses; an empty value removes a name, null all of them. */
export const metadata: ParamParser<Record<string, string> | null> = emptyable({
  parse(value, name) {
    if (typeof value === 'string') throw invalidRequest('Invalid object', name);
    const entries = [...value].map(([key, entry]) => {
      const label = `${name}[${key}]`;
      if (typeof entry !== 'string') throw invalidRequest(`Invalid string: ${label}`, label);
      if (key.length > 40)
        throw invalidRequest('Metadata keys can have up to 40 characters', label);
      if (entry.length > 500) {
        throw invalidRequest('Metadata values can have up to 500 characters', label);
      }
      return [key, entry] as const;
    });
    return Object.fromEntries(entries);
  },
});

/** Merges the names of a request into the metadata. */
export function mergeMetadata(
  before: Record<string, string>,
  sent: Record<string, string> | null | undefined,
): Record<string, string> {
  if (sent === null) return {};
  const merged = Object.entries({ ...before, ...sent });
  return Object.fromEntries(merged.filter(([, value]) => value !== ''));
}

const bounds = { gt: timestampParam, gte: timestampParam, lt: timestampParam, lte: timestampParam };
export type TimestampRange = InferParams<typeof bounds>;
/** Range: `created=1700000000` or `created[gte]=1700000000`. */
export const timestampRangeParam: ParamParser<number | TimestampRange> = unionParam(
  timestampParam,
  objectParam(bounds),
);

/** Parses all parameters of an endpoint. Throws Stripe's error for an invalid one. */
export function parseParams<S extends ParamsSchema>(
  spec: S,
  fields: FormFields,
  label: (key: string) => string = (key) => key,
): InferParams<S> {
  const unknown = [...fields.keys()].find((key) => !Object.hasOwn(spec, key));
  if (unknown !== undefined) {
    const message = `Received unknown parameter: ${label(unknown)}`;
    throw invalidRequest(message, label(unknown), 'parameter_unknown');
  }
  const entries = Object.entries(spec).map(([key, reader]) => {
    const value = fields.get(key);
    if (value !== undefined) return [key, reader.parse(value, label(key))];
    if (!('required' in reader)) return [key, undefined];
    const message = `Missing required param: ${label(key)}.`;
    throw invalidRequest(message, label(key), 'parameter_missing');
  });
  // Each value was parsed by the reader of its own key.
  return Object.fromEntries(entries) as InferParams<S>;
}

const emptyParameter = (name: string) =>
  invalidRequest(
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a ` +
      `parameter; however '${name}' cannot be unset. You should remove '${name}' from your ` +
      'request or supply a non-empty value.',
    name,
    'parameter_invalid_empty',
  );
