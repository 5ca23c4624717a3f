import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { errorStatus, isKnownCode, type ErrorCode } from '#contract/error-codes.ts';
import { Failure, type Problem } from '#contract/errors.ts';
import { fallbackLocale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import {
  DatabaseUnavailable,
  TransactionConflict,
} from '#server/platform/database/driver/errors.ts';
import { StorageUnavailable } from '#server/platform/files/storage.ts';
import { logRefusedRequest } from '#server/platform/http/observability/refused-requests.ts';
import {
  CardDeclined,
  InvalidRequest,
  isTaxLocationRefused,
  ResourceMissing,
  ProviderMisconfigured,
  ProviderUnavailable,
} from '#server/platform/stripe/errors.ts';

function fieldsOf(issues: { instancePath: string; message?: string }[]) {
  const fields: Record<string, ErrorCode[]> = {};
  for (const { instancePath, message = '' } of issues) {
    const name = instancePath.split('/').filter(Boolean).join('.') || 'body';
    (fields[name] ??= []).push(isKnownCode(message) ? message : 'field.invalid');
  }
  return fields;
}

/** Refusals of a field that are the refusal of the call if nothing else is wrong. */
const refusalsOfCall: readonly ErrorCode[] = ['billing.invalidSubscription'];

function invalidInput(fields: Record<string, ErrorCode[]>) {
  const [code = 'validation', ...others] = new Set(Object.values(fields).flat());
  const isOfCall = others.length === 0 && refusalsOfCall.includes(code);
  return new Failure(isOfCall ? code : 'validation', { fields });
}

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_NOT_FOUND: 'notFound',
};

/** Returns true if file storage is unavailable. FlyDrive wraps errors of its driver. */
const isStorageUnavailable = (error: Error) =>
  error instanceof StorageUnavailable || error.cause instanceof StorageUnavailable;

/** Returns true for a refusal of the payment provider: its state changed in the meantime. */
const isRefusedByProvider = (error: unknown) =>
  error instanceof InvalidRequest || error instanceof ResourceMissing;

/** Maps an error to the failure that the caller may see; null for a bug, which stays internal. */
export function toFailure(error: FastifyError): Failure | null {
  if (error instanceof Failure) return error;
  if (error instanceof DatabaseUnavailable || error instanceof TransactionConflict) {
    return new Failure('unavailable');
  }
  if (isStorageUnavailable(error)) return new Failure('unavailable');
  if (error instanceof ProviderUnavailable || error instanceof ProviderMisconfigured)
    return new Failure('billing.providerUnavailable');
  if (error instanceof CardDeclined) return new Failure('billing.cardDeclined');
  if (isTaxLocationRefused(error)) return new Failure('billing.taxLocationInvalid');
  if (isRefusedByProvider(error)) return new Failure('billing.refused');
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id can't match a record.
    return error.validationContext === 'params'
      ? new Failure('notFound')
      : invalidInput(fieldsOf(error.validation));
  }
  const code = byFastifyCode[error.code];
  if (code) return new Failure(code);
  return (error.statusCode ?? 500) < 500 ? new Failure('validation') : null;
}

/** Returns true if a retry in a moment may succeed. */
const isTemporary = ({ status, code }: Problem) =>
  status === 503 || code === 'errors.request.inProgress';

/** Converts a failure to a problem document (R-API-02). */
export const toProblem = ({ code, params, fields, current }: Failure): Problem => ({
  type: 'about:blank',
  title: translate(fallbackLocale, `errors.${code}`, params),
  status: errorStatus[code],
  code: `errors.${code}`,
  ...(Object.keys(params).length > 0 && { params }),
  ...(Object.keys(fields).length > 0 && {
    errors: Object.fromEntries(
      Object.entries(fields).map(([field, codes]) => [field, codes.map((c) => `errors.${c}`)]),
    ),
  }),
  ...(current !== undefined && { current }),
});

/** Converts every error to a response: `application/problem+json`. */
export function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const failure = toFailure(error);
  // A client that disconnects before the first byte of a file is not an error.
  const hasLeft = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;
  if (!failure && !hasLeft) request.log.error({ err: error }, 'unexpected failure');
  if (isRefusedByProvider(error))
    request.log.warn({ err: error }, 'payment provider request failed');
  const document = toProblem(failure ?? new Failure('internal'));
  if (failure && (document.status >= 500 || failure.cause !== undefined)) {
    logRefusedRequest(request, document.status, error);
  }
  // Fastify closes the connection when it refuses a body; the rest is discarded instead
  // (`protection/slow-clients.ts`).
  reply.removeHeader('connection');
  if (isTemporary(document)) reply.header('retry-after', '1');
  if (document.status === 429) reply.header('retry-after', document.params?.['seconds'] ?? 1);
  return reply
    .code(document.status)
    .type('application/problem+json')
    .send(failure ? document : { ...document, detail: request.id });
}
