import type { ErrorCode } from './error-codes.ts';

export type { ErrorCode } from './error-codes.ts';

/** Values for a translated text, for example `{ max: 3 }`. */
export type ErrorParams = Record<string, string | number | readonly string[]>;

type FailureDetails = {
  status?: number;
  params?: ErrorParams;
  fields?: Record<string, ErrorCode[]>;
  current?: unknown;
  /** Error that led to the refusal, for the log; callers don't see it. */
  cause?: unknown;
};

/** An expected refusal: thrown by the server, and again by the client that receives it. */
export class Failure extends Error {
  readonly code: ErrorCode;
  /** HTTP status of the reply that it was read from; undefined where it is thrown. */
  readonly status: number | undefined;
  readonly params: ErrorParams;
  /** Error codes by field of the body. */
  readonly fields: Record<string, ErrorCode[]>;
  /** With `conflict.changed`: the record as it is now. */
  readonly current: unknown;

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(code, details);
    const { status, params = {}, fields = {}, current } = details;
    this.name = 'Failure';
    this.code = code;
    this.status = status;
    this.params = params;
    this.fields = fields;
    this.current = current;
  }
}

/** A failure in a response: `application/problem+json`, with codes prefixed by `errors.`. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  detail?: string;
  params?: ErrorParams;
  errors?: Record<string, string[]>;
  current?: unknown;
};

/** Returns the code of a refusal without its prefix; one of a later release has no text, and reads as `internal`. */
const bare = (code: string) => code.replace(/^errors\./, '') as ErrorCode;

const isProblem = (document: unknown): document is Problem =>
  typeof document === 'object' && document !== null && 'code' in document;

/** Parses an error response back into the failure. */
export const failureFromProblem = (document: unknown) =>
  isProblem(document)
    ? new Failure(bare(document.code), {
        status: document.status,
        params: document.params ?? {},
        current: document.current,
        fields: Object.fromEntries(
          Object.entries(document.errors ?? {}).map(([field, codes]) => [field, codes.map(bare)]),
        ),
      })
    : new Failure('unavailable');
