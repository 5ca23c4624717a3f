import * as fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Role } from './test-cast.ts';
import { forms } from './test-forms.ts';
import { jsonOf, spoiled } from './test-hostile.ts';
import { texts } from './test-texts.ts';
import { valuesOf, type Json, type Known } from './test-values.ts';

/** Request before its caller is known. */
export type Attempt = {
  as: Role;
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  /** True if it reaches the endpoint by its own path and method. */
  direct: boolean;
};

/** Generates the caller: mostly an authorized one, sometimes another. */
const roles = ({ access: { who } }: Endpoint): fc.Arbitrary<Role> => {
  const usual: Role = who === 'operator' ? 'operator' : who === 'anyone' ? 'anonymous' : 'owner';
  const others = fc.constantFrom<Role>(
    'anonymous',
    'dead',
    'owner',
    'guest',
    'intruder',
    'operator',
  );
  return fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
};

type Parts = { params?: Json; query?: Json; body?: Json };

/** Generates a request of the contract, sometimes with defects, in a regular or unusual envelope. */
export const attemptsAt = (endpoint: Endpoint, known: Known): fc.Arbitrary<Attempt> => {
  const valid = fc.record({
    ...(endpoint.params && { params: valuesOf(endpoint.params, known) }),
    ...(endpoint.query && { query: valuesOf(endpoint.query, known) }),
    ...(endpoint.body && { body: valuesOf(endpoint.body, known) }),
  }) as fc.Arbitrary<Json>;
  const parts = fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 5, arbitrary: spoiled(valid) },
  ) as fc.Arbitrary<Parts>;
  const plain = fc.tuple(roles(endpoint), parts, forms).map(([as, given, form]): Attempt => ({
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

const textOf = (value: unknown) => (typeof value === 'string' ? value : (jsonOf(value) ?? ''));

const escape = (value: unknown) => encodeURIComponent(textOf(value).toWellFormed());

const field = (of: Json | undefined, name: string) =>
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
const pairsOf = (query: Json | undefined): [string, Json][] => {
  if (typeof query !== 'object' || query === null) return query === undefined ? [] : [['', query]];
  return Object.entries(query).flatMap(([name, value]): [string, Json][] =>
    Array.isArray(value)
      ? // Not `map`: a hostile array may have a `constructor` of its own.
        Array.from(value, (one): [string, Json] => [name, one])
      : [[name, value]],
  );
};

const bodyOf = ({ body }: Parts): Pick<Attempt, 'headers' | 'payload'> =>
  body === undefined
    ? { headers: {} }
    : { headers: { 'content-type': 'application/json' }, payload: jsonOf(body) };

const header = (name: string, ...values: string[]) =>
  fc.constantFrom(...values).map((value) => (attempt: Attempt): Attempt => ({
    ...attempt,
    headers: { ...attempt.headers, [name]: value },
  }));

const text = (...payloads: string[]) =>
  fc.constantFrom(...payloads).map((payload) => (attempt: Attempt): Attempt => ({
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
    .map((method) => (attempt: Attempt): Attempt => ({ ...attempt, method, direct: false })),
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
    .map((tail) => (attempt: Attempt): Attempt => ({
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
    .map((tail) => (attempt: Attempt): Attempt => {
      const { url } = attempt;
      return { ...attempt, url: url.includes('?') ? url + tail : `${url}?${tail.slice(1)}` };
    }),
  fc.constantFrom(...texts).map((name) => (attempt: Attempt): Attempt => ({
    ...attempt,
    url: `${attempt.url}/${encodeURIComponent(name.toWellFormed())}`,
    direct: false,
  })),
);

/** Returns the request in the format of `inject`. */
export const injected = (attempt: Attempt, headers: Record<string, string>): InjectOptions => ({
  method: attempt.method as 'GET',
  url: attempt.url,
  headers: { ...headers, ...attempt.headers },
  ...(attempt.payload !== undefined && { payload: attempt.payload }),
});
