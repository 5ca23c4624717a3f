import type { Arguments, Endpoint, Reply, Upload } from './endpoint.ts';
import { failureOf } from './errors.ts';
import type { Contract } from './index.ts';

/** Sends one HTTP request; `url` begins with `/api`. */
export type Exchange = (request: {
  method: string;
  url: string;
  body: unknown;
  file?: Upload | undefined;
  /** Requires an idempotency key, so that a retry has no second effect (R-SUB-21). */
  once: boolean;
}) => Promise<{ status: number; link: string | null; body: unknown }>;

/** The part of an endpoint that the caller needs at run time. */
type Route = Pick<Endpoint, 'method' | 'path' | 'paged' | 'once'> & { list: boolean };
export type Routes = Record<string, Record<string, Route>>;

type Call<E extends Endpoint> =
  Record<string, never> extends Arguments<E>
    ? (given?: Arguments<E>) => Promise<Reply<E>>
    : (given: Arguments<E>) => Promise<Reply<E>>;

/** Typed client: `api.transactions.create({ body })` for every endpoint of the contract. */
export type Api = {
  [S in keyof Contract]: {
    [E in keyof Contract[S]['endpoints']]: Contract[S]['endpoints'][E] extends Endpoint
      ? Call<Contract[S]['endpoints'][E]>
      : never;
  };
};

type Given = { params?: object; query?: object; body?: unknown; file?: Upload };

/** Returns the address of a call with its parameters filled in. */
const urlOf = (path: string, { params = {}, query = {} }: Given) => {
  const filled = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  );
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `/api${filled}${search ? `?${search}` : ''}`;
};

const cursorOf = (link: string | null) =>
  link ? new URLSearchParams(link.match(/<[^>]*\?([^>]*)>/)?.[1]).get('cursor') : null;

const call =
  (route: Route, exchange: Exchange) =>
  async (given: Given = {}) => {
    const answer = await exchange({
      method: route.method,
      url: urlOf(route.path, given),
      body: given.body,
      file: given.file,
      once: route.once === true,
    });
    if (answer.status >= 400) throw failureOf(answer.body);
    const content = answer.status === 204 ? (route.list ? [] : null) : answer.body;
    return route.paged ? { items: content, next: cursorOf(answer.link) } : content;
  };

/**
 * Creates the typed client over any transport; it throws the {@link Failure} of an error response.
 */
export const createCaller = (routes: Routes, exchange: Exchange) =>
  Object.fromEntries(
    Object.entries(routes).map(([subject, endpoints]) => [
      subject,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, route]) => [name, call(route, exchange)]),
      ),
    ]),
  ) as unknown as Api;
