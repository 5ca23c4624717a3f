import type { FastifyError } from 'fastify';
import { errorStatus } from '#contract/error-codes.ts';
import type { ErrorCode, Failure } from '#contract/errors.ts';
import { fallbackLocale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { toFailure } from '#server/platform/http/contract/failures.ts';

/** Kinds of errors that clients evaluate (RFC 7644 §3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers';

/** An expected refusal of a SCIM request; `detail` is for the administrator of the directory, without secrets. */
export class ScimFailure extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    detail: string,
    { scimType, retryAfter }: { scimType?: ScimType; retryAfter?: number } = {},
  ) {
    super(detail);
    this.name = 'ScimFailure';
    this.status = status;
    this.scimType = scimType;
    this.retryAfter = retryAfter;
  }
}

const kinds: Partial<Record<ErrorCode, { status?: number; scimType: ScimType }>> = {
  validation: { scimType: 'invalidSyntax' },
  'tenant.existingUser': { status: 409, scimType: 'uniqueness' },
  'tenant.cannotBeWithoutOwner': { scimType: 'mutability' },
};

function fromFailure({ code, params }: Failure) {
  const kind = kinds[code];
  const status = errorStatus[code];
  const isTemporary = status === 429 || status === 503;
  return new ScimFailure(
    kind?.status ?? status,
    translate(fallbackLocale, `errors.${code}`, params),
    {
      ...(kind && { scimType: kind.scimType }),
      ...(isTemporary && { retryAfter: Number(params['seconds'] ?? 1) }),
    },
  );
}

/** Converts an error to a refusal; null for a bug, which stays internal. */
export function toScimFailure(error: FastifyError | ScimFailure): ScimFailure | null {
  if (error instanceof ScimFailure) return error;
  const failure = toFailure(error);
  return failure && fromFailure(failure);
}

/** Returns the body of an error (RFC 7644 §3.12). */
export const toScimError = ({ status, scimType, message }: ScimFailure) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});
