import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';
import { idParams } from './shapes.ts';

/**
 * One endpoint of the API, as data. The server, the browser's client, the tests and the API
 * reference all derive from it.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path under `/api`, case-insensitive; `:name` is a parameter. */
  path: `/${string}`;
  summary: string;
  access: Access;
  /** Effect of a call that writes; without it, only people may make the call (R-KEY-02). */
  effect?: Effect;
  /** Rate limits, beside the general one; exceeding one answers 429. */
  limit?: RateLimitKind | readonly RateLimitKind[];
  /** Creates a session, and marks the browser as a known device. */
  signsIn?: true;
  /** Creates or charges: a repeated `Idempotency-Key` replays the response (R-SUB-21). */
  once?: true;
  /**
   * The reply is a record with its `version`, which `ETag` repeats. Calls that change or delete it take the version
   * as `If-Match`, and refuse another one (R-CNF-01).
   */
  versioned?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /**
   * Fields of the body that may carry a picture as a data URL: the body limit becomes 16 MiB
   * instead of 64 KiB, and `limit` counts only the calls with a picture.
   */
  pictures?: readonly string[];
  /**
   * Size limit of the body in bytes, above the usual 64 KiB, for a file within it. `limit` counts a large body before it
   * is read.
   */
  bodyLimit?: number;
  /** Accepts and ignores a body of any type: older clients repeat the path's values in one. */
  ignoresBody?: true;
  /** The body is one streamed file of any size: `multipart/form-data` with the field `file`. */
  upload?: true;
  /** `null` and empty lists are sent as 204 without a body (R-API-03). */
  reply: z.ZodType | null;
  /** Reply is one page of a list; a `Link` header names the next one. */
  paged?: true;
  /** Reply is a streamed file of this media type, or of one of these; `reply` is null then. */
  file?: MediaType | readonly MediaType[];
  /** Refusals beside those of the access check. */
  errors?: readonly ErrorCode[];
};

/**
 * Effect of a call that API keys may make: `adds` keeps what exists, `changes` overwrites, `deletes` also takes access away,
 * `invites` mails strangers and lets them in. The last two need scopes of their own, and assistants ask before they run
 * them (R-MCP-02).
 */
export type Effect = 'adds' | 'changes' | 'deletes' | 'invites';

/** Media types of files. */
type MediaType = 'text/csv' | 'application/json' | 'application/jsonl' | 'application/octet-stream';

/** Returns true if a call changes or deletes a versioned record. */
export const changesVersioned = ({ versioned, method }: Endpoint) => versioned && method !== 'GET';

/** Rate limits by kind of attempt. Each is counted apart from the general limit (R-ACC-23). */
export type RateLimitKind =
  | 'login'
  | 'password'
  | 'factor'
  | 'challenge'
  | 'passkey'
  | 'register'
  | 'join'
  | 'reset'
  | 'verification'
  | 'token'
  | 'lookup'
  | 'ssoStart'
  | 'invite'
  | 'inviteMany'
  | 'upload'
  | 'picture'
  | 'comment'
  | 'payLink'
  | 'personalData'
  | 'import';

/** A group of endpoints about one noun; `name` is its heading in the API reference. */
export type Subject = { name: string; endpoints: Readonly<Record<string, Endpoint>> };

/** One page of a list; `next` is the cursor of the following page. */
export type Page<T> = { items: T[]; next: string | null };

/**
 * A file in a response: generated while it is sent, or stored, in which case it supports ranges.
 */
export type FileResponse = { name: string; type: string } & (
  | { content: AsyncIterable<string | Uint8Array> }
  | {
      /** Size of the whole file in bytes. */
      size: number;
      /** Changes with the content. */
      checksum: string;
      open: (range: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
    }
);

/** A byte range of a file; both ends are inclusive. */
export type ByteRange = { start: number; end: number };

/** A file in a request, as the caller passes it. */
export type Upload = {
  content: Blob;
  name?: string;
  /** Receives the fraction sent, from 0 to 1, if the transport reports it. */
  onProgress?: (share: number) => void;
};

/** Endpoint as its subject declares it: `route` is its method and path; an `:id` at the end is a UUID. No reply: null. */
export type EndpointDeclaration = Omit<Endpoint, 'method' | 'path' | 'reply'> & {
  route: `${Endpoint['method']} ${Endpoint['path']}`;
  reply?: z.ZodType;
};

type RouteOf<R> =
  R extends `${infer M extends Endpoint['method']} ${infer P extends Endpoint['path']}`
    ? { method: M; path: P }
    : never;

type EndpointOf<D extends EndpointDeclaration> = Omit<D, 'route'> &
  RouteOf<D['route']> &
  (D extends { reply: z.ZodType } ? unknown : { reply: null }) &
  (D extends { params: z.ZodObject }
    ? unknown
    : D extends { route: `${string}/:id` }
      ? { params: typeof idParams }
      : unknown);

function toEndpoint({ route, ...declaration }: EndpointDeclaration) {
  const [method, path = ''] = route.split(' ');
  const params = path.endsWith('/:id') && { params: idParams };
  return { method, path, reply: null, ...params, ...declaration };
}

/** Declares a subject and keeps the exact type of every endpoint. */
// @__NO_SIDE_EFFECTS__
export const subject = <const E extends Record<string, EndpointDeclaration>>(
  name: string,
  declarations: E,
) => ({
  name,
  endpoints: Object.fromEntries(
    Object.entries(declarations).map(([call, declaration]) => [call, toEndpoint(declaration)]),
  ) as unknown as { [K in keyof E]: EndpointOf<E[K]> },
});

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined;

/** Return type of a handler, before the reply is parsed. */
export type HandlerResult<E extends Endpoint> = E['reply'] extends z.ZodType
  ? E extends { paged: true }
    ? InputOf<E['reply']> extends (infer T)[]
      ? Page<T>
      : never
    : InputOf<E['reply']>
  : E extends { file: MediaType | readonly MediaType[] }
    ? FileResponse
    : void;

/** Return type of a call. */
export type CallResult<E extends Endpoint> = E['reply'] extends z.ZodType
  ? E extends { paged: true }
    ? OutputOf<E['reply']> extends (infer T)[]
      ? Page<T>
      : never
    : OutputOf<E['reply']>
  : E extends { file: MediaType | readonly MediaType[] }
    ? Blob
    : void;

/** Versions of which the record must have one (`If-Match`); null: any. */
export type IfMatch = readonly number[] | null;

type ChangesVersioned = { versioned: true; method: 'PUT' | 'DELETE' };

/** Parsed input of a handler. */
export type HandlerInput<E extends Endpoint> = {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
} & (E extends { upload: true } ? { file: AsyncIterable<Uint8Array> } : unknown) &
  (E extends ChangesVersioned ? { ifMatch: IfMatch } : unknown);

type CallPart<K extends string, T> = undefined extends T
  ? { [P in K]?: undefined }
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

/** Arguments of a call; only the parts that the endpoint declares are accepted. */
export type CallArguments<E extends Endpoint> = CallPart<'params', InputOf<E['params']>> &
  CallPart<'query', InputOf<E['query']>> &
  CallPart<'body', InputOf<E['body']>> &
  (E extends { upload: true } ? { file: Upload } : unknown) &
  (E extends ChangesVersioned
    ? {
        /** Version that the caller has seen: another one is refused. */
        version?: number | undefined;
      }
    : unknown);
