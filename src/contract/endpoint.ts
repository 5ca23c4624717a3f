import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';

/**
 * One call of the product, as data. The server serves it, the browser and the tests call it, and
 * the API reference is printed from it.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under `/api`, matched without regard to case; `:name` is a parameter. */
  path: `/${string}`;
  summary: string;
  access: Access;
  /** Made too often it is refused with 429, whoever calls. */
  limit?: Limit | readonly Limit[];
  /** Opens a session for who proves who they are: the browser is known from then on. */
  signsIn?: true;
  /** It creates or charges: sent again with the same `Idempotency-Key` it is answered, not done. */
  once?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /**
   * Fields of the body that may carry a picture as a data URL: up to 16 MiB instead of 64 KiB are read,
   * and `limit` counts the calls with a picture.
   */
  pictures?: readonly string[];
  /** A body of any type is accepted and ignored: older clients send what the path says once more. */
  ignoresBody?: true;
  /** The body is one file, streamed: `multipart/form-data` with the field `file`, of any size. */
  upload?: true;
  /** `null` and empty lists travel as 204 without a body (specification, section 9). */
  reply: z.ZodType | null;
  /** The reply is a page of a longer list; a `Link` header leads to the next one. */
  paged?: true;
  /** The reply is a file of this media type, streamed; `reply` is null then. */
  file?: 'text/csv' | 'application/octet-stream';
  /** What this call refuses beside what its access refuses. */
  errors?: readonly ErrorCode[];
};

/** What a call is an attempt at. Each has a limit of its own, beside the one of all calls. */
export type Limit =
  | 'login'
  | 'password'
  | 'register'
  | 'join'
  | 'reset'
  | 'token'
  | 'lookup'
  | 'invite'
  | 'upload'
  | 'picture';

/** A group of endpoints about one noun; `name` is its heading in the API reference. */
export type Subject = { name: string; endpoints: Readonly<Record<string, Endpoint>> };

/** One page of a list; `next` is the cursor of the following page. */
export type Page<T> = { items: T[]; next: string | null };

/** A file on its way out: made while it is sent, or a stored one, of which a part can be asked for. */
export type FileAnswer = { name: string; type: string } & (
  | { content: AsyncIterable<string | Uint8Array> }
  | {
      /** Bytes of all of it. */
      size: number;
      /** Another content has another one. */
      checksum: string;
      open: (range: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
    }
);

/** Bytes of a file, from the first to the last one. */
export type ByteRange = { start: number; end: number };

/** A file on its way in, as a caller gives it. */
export type Upload = {
  content: Blob;
  name?: string;
  /** Told the share that is sent so far, from 0 to 1, by callers that can tell. */
  onProgress?: (share: number) => void;
};

/** Declares a subject and keeps the exact type of every endpoint. */
export const subject = <const E extends Record<string, Endpoint>>(name: string, endpoints: E) => ({
  name,
  endpoints,
});

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler returns: typed before the reply is parsed on its way out. */
export type Answer<E extends Endpoint> = E['reply'] extends z.ZodType
  ? E extends { paged: true }
    ? In<E['reply']> extends (infer T)[]
      ? Page<T>
      : never
    : In<E['reply']>
  : E extends { file: string }
    ? FileAnswer
    : void;

/** What a caller receives. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType
  ? E extends { paged: true }
    ? Out<E['reply']> extends (infer T)[]
      ? Page<T>
      : never
    : Out<E['reply']>
  : E extends { file: string }
    ? Blob
    : void;

/** What a handler receives, parsed. */
export type Input<E extends Endpoint> = {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
} & (E extends { upload: true } ? { file: AsyncIterable<Uint8Array> } : unknown);

type Part<K extends string, T> = undefined extends T
  ? { [P in K]?: undefined }
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

/** What a caller gives; parts that an endpoint does not declare cannot be given. */
export type Arguments<E extends Endpoint> = Part<'params', In<E['params']>> &
  Part<'query', In<E['query']>> &
  Part<'body', In<E['body']>> &
  (E extends { upload: true } ? { file: Upload } : unknown);
