import type { Arguments, Endpoint, Reply, Upload } from './endpoint.ts';
import { failureOf } from './errors.ts';
import type { Contract } from './index.ts';

/** One HTTP exchange: `url` begins with `/api`. */
export type Exchange = (request: {
  method: string;
  url: string;
  body: unknown;
  file?: Upload | undefined;
  /** It is to be done once, also if it has to be sent again. */
  once: boolean;
}) => Promise<{ status: number; link: string | null; body: unknown }>;

/** What the caller needs to know of an endpoint at run time. */
type Route = Pick<Endpoint, 'method' | 'path' | 'paged' | 'once'> & { list: boolean };
export type Routes = Record<string, Record<string, Route>>;

type Call<E extends Endpoint> =
  Record<string, never> extends Arguments<E>
    ? (given?: Arguments<E>) => Promise<Reply<E>>
    : (given: Arguments<E>) => Promise<Reply<E>>;

/** `api.transactions.create({ body })`: every endpoint of the contract as a typed function. */
export type Api = {
  [S in keyof Contract]: {
    [E in keyof Contract[S]['endpoints']]: Contract[S]['endpoints'][E] extends Endpoint
      ? Call<Contract[S]['endpoints'][E]>
      : never;
  };
};

type Given = { params?: object; query?: object; body?: unknown; file?: Upload };

/** The address of a call, with its parameters filled in. */
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

/** The typed caller over any exchange; throws the {@link Failure} that the server answered. */
export const createCaller = (routes: Routes, exchange: Exchange) =>
  Object.fromEntries(
    Object.entries(routes).map(([subject, endpoints]) => [
      subject,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, route]) => [name, call(route, exchange)]),
      ),
    ]),
  ) as unknown as Api;
