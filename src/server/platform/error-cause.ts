import { Failure } from '#contract/errors.ts';

/** Cause of a failure in a form that a log line can hold: a code or status to search for, and a short text. */
export type ErrorCause = {
  /** SQLSTATE, errno or the name of the other side's error: `53100`, `ECONNREFUSED`, `NoSuchBucket`. */
  code?: string;
  /** HTTP or SMTP status of the other side. */
  status?: number;
  reason: string;
};

type AnyError = {
  message?: string;
  name?: string;
  code?: unknown;
  statusCode?: unknown;
  responseCode?: unknown;
  $metadata?: { httpStatusCode?: number };
  cause?: unknown;
  errors?: unknown;
  /** Error of the connection, in those of Stripe's SDK. */
  detail?: unknown;
};

const maxReasonLength = 200;
const maxDepth = 8;

/** Returns an error followed by its causes; of several at once, such as one per address, the first. */
function chainOf(error: unknown): AnyError[] {
  const chain: AnyError[] = [];
  for (let next = error; next instanceof Error && chain.length < maxDepth;) {
    const { cause, errors, detail } = next as AnyError;
    chain.push(next as AnyError);
    next = cause ?? (Array.isArray(errors) ? errors[0] : detail);
  }
  return chain;
}

const statusOf = ({ statusCode, responseCode, $metadata }: AnyError) =>
  [statusCode, responseCode, $metadata?.httpStatusCode].find((each) => typeof each === 'number');

/** Errors of S3 have their code as name; codes of our own refusals are none of a cause. */
function codeOf(error: AnyError) {
  const { code, name, $metadata } = error;
  if (error instanceof Failure) return undefined;
  return typeof code === 'string' && /^[\w.-]{3,60}$/.test(code) ? code : $metadata && name;
}

/** Returns the innermost code, status and text of an error: what its database, server or system call answered. */
export function causeOf(error: unknown): ErrorCause {
  const inward = chainOf(error).toReversed();
  const [code, status] = [codeOf, statusOf].map((of) =>
    inward.map((each) => of(each)).find((found) => found !== undefined),
  ) as [string | undefined, number | undefined];
  const reason = inward.map(({ message }) => message).find(Boolean) ?? String(error);
  return {
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    reason: reason.replaceAll(/\s+/g, ' ').slice(0, maxReasonLength),
  };
}

/** Returns a cause as one text: `ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:5432`. */
export function describeCause({ code, status, reason }: ErrorCause): string {
  const marks = [code, status].filter(
    (each) => each !== undefined && !reason.includes(String(each)),
  );
  return marks.length > 0 ? `${marks.join(' ')}: ${reason}` : reason;
}
