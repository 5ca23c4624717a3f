import * as fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { FuzzRole } from './actors.ts';
import { arbitraryFor, type FuzzJson, type KnownValues } from './arbitraries.ts';
import { hostileTexts } from './hostile-texts.ts';
import { toJsonText, mutated } from './mutations.ts';
import { uploadForms } from './upload-forms.ts';

/** Request before its caller is known. */
export type FuzzRequest = {
  as: FuzzRole;
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  /** True if it reaches the endpoint by its own path and method. */
  direct: boolean;
};

/** Generates the caller: mostly an authorized one, sometimes another. */
const roles = ({ access: { who } }: Endpoint): fc.Arbitrary<FuzzRole> => {
  const usual: FuzzRole =
    who === 'operator' ? 'operator' : who === 'anyone' ? 'anonymous' : 'owner';
  const others = fc.constantFrom<FuzzRole>(
    'anonymous',
    'dead',
    'owner',
    'guest',
    'intruder',
    'operator',
  );
  return fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
};

type Parts = { params?: FuzzJson; query?: FuzzJson; body?: FuzzJson };

/** Generates a request of the contract, sometimes with defects, in a regular or unusual envelope. */
export const requestsFor = (endpoint: Endpoint, known: KnownValues): fc.Arbitrary<FuzzRequest> => {
  const valid = fc.record({
    ...(endpoint.params && { params: arbitraryFor(endpoint.params, known) }),
    ...(endpoint.query && { query: arbitraryFor(endpoint.query, known) }),
    ...(endpoint.body && { body: arbitraryFor(endpoint.body, known) }),
  }) as fc.Arbitrary<FuzzJson>;
  const parts = fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 5, arbitrary: mutated(valid) },
  ) as fc.Arbitrary<Parts>;
  const plain = fc
    .tuple(roles(endpoint), parts, uploadForms)
    .map(([as, given, form]): FuzzRequest => ({
      as,
      method: endpoint.method,
      url: urlOf(endpoint.path, given ?? {}),
      direct: isWhole(endpoint, given ?? {}),
      ...(endpoint.upload ? form : bodyOf(given ?? {})),
    }));
  return fc.oneof(
    { weight: 9, arbitrary: plain },
    { weight: 1, arbitrary: fc.tuple(plain, envelopes).map(([attempt, odd]) => odd(attempt)) },
  );
};

const textOf = (value: unknown) => {
  // JSON has no text for it.
  if (value === undefined) return '';
  return typeof value === 'string' ? value : toJsonText(value);
};

const escape = (value: unknown) => encodeURIComponent(textOf(value).toWellFormed());

const field = (of: FuzzJson | undefined, name: string) =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : of;

const named = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Returns true if no path parameter is empty, so that the path still matches the endpoint. */
const isWhole = ({ path }: Endpoint, { params }: Parts) =>
  named(path).every((name) => !['', '.', '..'].includes(textOf(field(params, name) ?? '')));

const urlOf = (path: string, { params, query }: Parts) => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => escape(field(params, name) ?? ''));
  const search = pairsOf(query).map(([name, value]) => `${escape(name)}=${escape(value)}`);
  return `/api${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`;
};

/** Repeats the name for each value of a list. */
const pairsOf = (query: FuzzJson | undefined): [string, FuzzJson][] => {
  if (typeof query !== 'object' || query === null) return query === undefined ? [] : [['', query]];
  return Object.entries(query).flatMap(([name, value]): [string, FuzzJson][] =>
    Array.isArray(value)
      ? // Not `map`: a hostile array may have a `constructor` of its own.
        Array.from(value, (one): [string, FuzzJson] => [name, one])
      : [[name, value]],
  );
};

const bodyOf = ({ body }: Parts): Pick<FuzzRequest, 'headers' | 'payload'> =>
  body === undefined
    ? { headers: {} }
    : { headers: { 'content-type': 'application/json' }, payload: toJsonText(body) };

const header = (name: string, ...values: string[]) =>
  fc.constantFrom(...values).map((value) => (attempt: FuzzRequest): FuzzRequest => ({
    ...attempt,
    headers: { ...attempt.headers, [name]: value },
  }));

const text = (...payloads: string[]) =>
  fc.constantFrom(...payloads).map((payload) => (attempt: FuzzRequest): FuzzRequest => ({
    ...attempt,
    headers: { ...attempt.headers, 'content-type': 'application/json' },
    payload,
  }));

/** Defects of headers, path and query. */
const envelopes = fc.oneof(
  header(
    'content-type',
    'text/plain',
    'text/html; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=iso-8859-1',
    'application/json, text/plain',
    'application/problem+json',
    '/',
    'x',
  ),
  text('', ' ', '{', '[', '"', 'null', '1', 'undefined', '{"a":1,}', '{"a":1}{}', '\uFEFF{}'),
  text('{"__proto__":{"type":0}}', '{"constructor":{"prototype":{"type":0}}}', '{"a":1,"a":2}'),
  text('['.repeat(50_000), '{"a":'.repeat(20_000), `"${'x'.repeat(70_000)}"`, '9'.repeat(1_000)),
  header('x-tenant-key', '', 'me', '*', "' or 1=1", 'null', '0', '{}', 'a'.repeat(5_000)),
  header('authorization', '', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer null', 'Bearer a b'),
  header('authorization', `Bearer ${'a'.repeat(200)}`, `Bearer ${'a'.repeat(201)}`),
  header('accept-language', '', '*', 'xx', 'pt-BR;q=', ',,,;', 'en'.repeat(3_000), 'zh-\u00ff'),
  header('accept', '', 'x', 'text/html', 'application/xml;q=1'),
  header('accept-encoding', '', 'x', 'gzip;q=0, *;q=0', 'br'.repeat(2_000)),
  header('range', 'bytes=0-0', 'bytes=9-1', 'bytes=-1', 'bytes=0-1,5-6', 'bytes=99999999999999-'),
  header('range', 'x', 'bytes=', 'bytes=a-b', 'bytes=0-99999999999999999999'),
  header('if-range', '"x"', 'x', 'Wed, 21 Oct 2015 07:28:00 GMT'),
  header('idempotency-key', '', 'a', "'", 'a'.repeat(300), '\u00ff', '{"a":1}'),
  header('x-forwarded-for', '127.0.0.1', '::1', 'x', ', , ,', '999.999.999.999'),
  header('host', '', 'evil.example', 'a b', '[::1', 'x'.repeat(3_000)),
  header('content-length', '5'),
  header('user-agent', '', 'a'.repeat(5_000), '<script>', "' or 1=1 --", '\u00e9\u00ff'),
  header('x-http-method-override', 'DELETE'),
  header('expect', '100-continue', 'x'),
  fc
    .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')
    .map((method) => (attempt: FuzzRequest): FuzzRequest => ({
      ...attempt,
      method,
      direct: false,
    })),
  fc
    .constantFrom(
      '%',
      '%zz',
      '%00',
      '%C0%AE',
      '%ED%A0%80',
      '/',
      '//',
      '/..',
      '/%2e%2e/',
      '#a',
      ';a',
    )
    .map((tail) => (attempt: FuzzRequest): FuzzRequest => ({
      ...attempt,
      url: attempt.url + tail,
      direct: false,
    })),
  fc
    .constantFrom(
      '&a[]=1',
      '&a[b]=2',
      '&__proto__[a]=1',
      '&limit=1&limit=2',
      '&%',
      '&&&=',
      '&a=%00',
    )
    .map((tail) => (attempt: FuzzRequest): FuzzRequest => {
      const { url } = attempt;
      return { ...attempt, url: url.includes('?') ? url + tail : `${url}?${tail.slice(1)}` };
    }),
  fc.constantFrom(...hostileTexts).map((name) => (attempt: FuzzRequest): FuzzRequest => ({
    ...attempt,
    url: `${attempt.url}/${encodeURIComponent(name.toWellFormed())}`,
    direct: false,
  })),
);

/** Returns the request in the format of `inject`. */
export const toInjectOptions = (
  attempt: FuzzRequest,
  headers: Record<string, string>,
): InjectOptions => ({
  method: attempt.method as 'GET',
  url: attempt.url,
  headers: { ...headers, ...attempt.headers },
  ...(attempt.payload !== undefined && { payload: attempt.payload }),
});
