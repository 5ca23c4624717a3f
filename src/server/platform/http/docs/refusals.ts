import type { Access } from '#contract/access.ts';
import { roleFailure } from '#contract/admission/membership.ts';
import { changesVersioned, type Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Returns the refusals that the access of a call implies. */
function refusedByAccess(access: Access, method: Endpoint['method']): ErrorCode[] {
  if (access.who === 'anyone') return [];
  const acting: ErrorCode[] = [
    ...('inPerson' in access && access.inPerson ? (['access.impersonating'] as const) : []),
    ...(access.stepUp ? (['access.stepUpRequired'] as const) : []),
  ];
  if (access.who === 'signed-in') return ['unauthorized', ...acting];
  if (access.who === 'operator') {
    const operators = ['access.operator', 'access.operatorRole'] as const;
    return ['unauthorized', ...operators, 'access.secondFactorRequired', ...acting];
  }
  const { role, tier, of, whenReadOnly } = access;
  return [
    'unauthorized',
    of === null ? 'tenant.undefined' : 'tenant.keyMismatch',
    'notFound',
    roleFailure[role],
    ...(tier > 0 ? (['access.tier'] as const) : []),
    ...(method !== 'GET' && !whenReadOnly ? (['billing.readOnly'] as const) : []),
    ...acting,
  ];
}

/** Returns every refusal of a call except those that are common to all calls. */
export function refusalsOf(call: Endpoint): ErrorCode[] {
  const { access, method, params, query, body, upload, once, errors = [] } = call;
  const codes: ErrorCode[] = [
    ...refusedByAccess(access, method),
    ...(params ? (['notFound'] as const) : []),
    ...(query || body || upload ? (['validation'] as const) : []),
    ...(body ? (['tooLarge'] as const) : []),
    ...(body || upload ? (['unsupportedMediaType'] as const) : []),
    ...(changesVersioned(call) ? (['conflict.changed'] as const) : []),
    ...(once ? (['request.inProgress', 'request.answerLost', 'request.keyReused'] as const) : []),
    ...errors,
  ];
  return [...new Set(codes)];
}
