import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorStatus, type ErrorCode } from '#contract/error-codes.ts';

/** Reply, from an in-process request or a socket. */
export type FuzzResponse = { status: number; headers: Record<string, unknown>; body: string };

const codes = Object.keys(errorStatus).map((code) => `errors.${code}`);
const code = z.enum(codes);

/** Problem document (R-API-02). */
const problem = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string().min(1),
  status: z.int(),
  code,
  params: z.record(z.string(), z.unknown()).optional(),
  errors: z.record(z.string(), z.array(code).min(1)).optional(),
});

/** Refusals that any call may return. */
const general: readonly string[] = [
  'notFound',
  'methodNotAllowed',
  'unsupportedMediaType',
  'tooLarge',
  'validation',
] satisfies ErrorCode[];

/** Refusals of an `Idempotency-Key`. */
const ofKeys: readonly string[] = [
  'request.inProgress',
  'request.keyReused',
  'request.answerLost',
] satisfies ErrorCode[];

/** Refusals by the guard, by kind of access. */
const guarded: Record<Endpoint['access']['who'], readonly ErrorCode[]> = {
  anyone: [],
  'signed-in': ['unauthorized', 'access.impersonating'],
  operator: ['unauthorized', 'access.operator', 'access.operatorRole'],
  member: [
    'unauthorized',
    'tenant.undefined',
    'tenant.keyMismatch',
    'tenant.onlyOwner',
    'tenant.onlyAdmin',
    'tenant.onlyMember',
    'access.tier',
    'access.impersonating',
    'billing.readOnly',
  ],
};

/** Returns the defect of a reply, or undefined; `endpoint` is null if another one may have answered. */
export function defectOf(heard: FuzzResponse, endpoint: Endpoint | null): string | undefined {
  const { status } = heard;
  if (status >= 500) return `${status}: ${heard.body.slice(0, 300)}`;
  if (status >= 400) return refusalComplaint(heard, endpoint);
  if (status >= 300 && status !== 304) return `${status}: nothing leads elsewhere`;
  return endpoint ? successComplaint(heard, endpoint) : undefined;
}

const typeOf = ({ headers }: FuzzResponse) => String(headers['content-type'] ?? '');

const read = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const refusalComplaint = (heard: FuzzResponse, endpoint: Endpoint | null) => {
  const { status, body } = heard;
  // The request may not have reached the API: a page or Node itself may answer without a problem
  // document.
  if (!endpoint && (status === 404 || ['', '0'].includes(body.trim()))) return undefined;
  if (!typeOf(heard).startsWith('application/problem+json')) {
    return `${status} is no problem document but ${typeOf(heard)}: ${body.slice(0, 100)}`;
  }
  const document = problem.safeParse(read(body));
  if (!document.success) return `${status}: ${z.prettifyError(document.error)}`;
  if (document.data.status !== status) return `${status} says that it is ${document.data.status}`;
  const bare = document.data.code.replace(/^errors\./, '') as ErrorCode;
  if (errorStatus[bare] !== status) return `${status} of ${bare}`;
  const declared = endpoint && [
    ...general,
    ...guarded[endpoint.access.who],
    ...(endpoint.once ? ofKeys : []),
    ...(endpoint.errors ?? []),
  ];
  return declared && !declared.includes(bare) ? `undeclared ${bare}` : undefined;
};

const successComplaint = (heard: FuzzResponse, { reply, file }: Endpoint) => {
  const { status, body } = heard;
  if (status === 204) return body === '' ? undefined : '204 with a body';
  if (file) return [200, 206].includes(status) ? undefined : `${status} of a file`;
  if (status !== 200 || !reply) return `${status} of ${reply ? 'a reply' : 'nothing'}`;
  if (!typeOf(heard).startsWith('application/json')) return `a reply of type ${typeOf(heard)}`;
  const content = reply.safeParse(read(body));
  return content.success ? undefined : `off its schema: ${z.prettifyError(content.error)}`;
};
