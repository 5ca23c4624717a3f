import type { CallArguments, Endpoint, CallResult, Upload } from './endpoint.ts';
import { failureFromProblem } from './errors.ts';
import type { Contract } from './index.ts';

/** Sends one HTTP request; `url` begins with `/api`. */
export type HttpTransport = (request: {
  method: string;
  url: string;
  body: unknown;
  file?: Upload | undefined;
  /** Requires an idempotency key, so that a retry has no second effect (R-SUB-21). */
  once: boolean;
  /** Further headers. */
  headers: Record<string, string>;
}) => Promise<{ status: number; link: string | null; body: unknown }>;

/** The part of an endpoint that the caller needs at run time. */
type Route = Pick<Endpoint, 'path' | 'paged' | 'once'> & {
  /** GET by default: a page loads the routes of all calls. */
  method?: Endpoint['method'];
  list?: boolean;
};
export type Routes = Record<string, Record<string, Route>>;

type ApiCall<E extends Endpoint> =
  Record<string, never> extends CallArguments<E>
    ? (given?: CallArguments<E>) => Promise<CallResult<E>>
    : (given: CallArguments<E>) => Promise<CallResult<E>>;

/** Typed client: `api.transactions.create({ body })` for every endpoint of the contract. */
export type Api = {
  [S in keyof Contract]: {
    [E in keyof Contract[S]['endpoints']]: Contract[S]['endpoints'][E] extends Endpoint
      ? ApiCall<Contract[S]['endpoints'][E]>
      : never;
  };
};

type CallInput = {
  params?: object;
  query?: object;
  body?: unknown;
  file?: Upload;
  version?: number | undefined;
};

/** Returns the address of a call with its parameters filled in. */
function urlOf(path: string, { params = {}, query = {} }: CallInput) {
  const filled = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  );
  const search = new URLSearchParams(
    Object.entries(query)
      .flatMap(([name, value]) => [value].flat().map((each): [string, unknown] => [name, each]))
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `/api${filled}${search ? `?${search}` : ''}`;
}

const cursorOf = (link: string | null) =>
  link ? new URLSearchParams(link.match(/<[^>]*\?([^>]*)>/)?.[1]).get('cursor') : null;

const call =
  (route: Route, exchange: HttpTransport) =>
  async (given: CallInput = {}) => {
    const answer = await exchange({
      method: route.method ?? 'GET',
      url: urlOf(route.path, given),
      body: given.body,
      file: given.file,
      once: route.once === true,
      headers: given.version === undefined ? {} : { 'If-Match': `"${given.version}"` },
    });
    if (answer.status >= 400) throw failureFromProblem(answer.body);
    const content = answer.status === 204 ? (route.list ? [] : null) : answer.body;
    return route.paged ? { items: content, next: cursorOf(answer.link) } : content;
  };

/**
 * Creates the typed client over any transport; it throws the {@link Failure} of an error response.
 */
export const createApiClient = (routes: Routes, exchange: HttpTransport) =>
  Object.fromEntries(
    Object.entries(routes).map(([subject, endpoints]) => [
      subject,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, route]) => [name, call(route, exchange)]),
      ),
    ]),
  ) as unknown as Api;
