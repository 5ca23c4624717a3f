import { z } from 'zod';
import { auditEntry } from '#contract/audit.ts';
import { coupon } from '#contract/billing/coupon.ts';
import { blogPost, blogSummary } from '#contract/blog.ts';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { errorStatus, type ErrorCode } from '#contract/error-codes.ts';
import { contract } from '#contract/index.ts';
import { invoice, upcomingInvoice } from '#contract/invoices.ts';
import { tenantProduct, tenantSummary, tenantUser } from '#contract/membership.ts';
import { subscriptionFeature, subscriptionPrice, subscriptionProduct } from '#contract/products.ts';
import { providerEvent } from '#contract/provider-events.ts';
import { resource } from '#contract/resources.ts';
import { paymentCard, currentSubscription } from '#contract/subscriptions.ts';
import { transaction } from '#contract/transactions.ts';
import { signInReply, sessionRecord, user } from '#contract/users.ts';
import { refusalsOf } from './refusals.ts';

/** Schemas with a name in the document; all others are inlined. */
export const namedSchemas = z.registry<{ id: string }>();

const named = {
  AuditEntry: auditEntry,
  BlogPost: blogPost,
  BlogSummary: blogSummary,
  Card: paymentCard,
  Coupon: coupon,
  CurrentSubscription: currentSubscription,
  Invoice: invoice,
  LoggedIn: signInReply,
  ProviderEvent: providerEvent,
  Resource: resource,
  Session: sessionRecord,
  SubscriptionFeature: subscriptionFeature,
  SubscriptionPrice: subscriptionPrice,
  SubscriptionProduct: subscriptionProduct,
  TenantProduct: tenantProduct,
  TenantSummary: tenantSummary,
  TenantUser: tenantUser,
  Transaction: transaction,
  UpcomingInvoice: upcomingInvoice,
  User: user,
};
for (const [id, schema] of Object.entries(named)) namedSchemas.add(schema, { id });

type Json = Record<string, unknown>;
type Operation = Json & { parameters?: Json[]; responses: Record<string, Json> };
/** Part of an OpenAPI document that is changed here. */
export type OpenApiDocument = Json & {
  paths?: Record<string, Record<string, Operation>>;
  components?: Record<string, Json>;
};

const problem = 'application/problem+json';
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Refusals that are common to all calls, by status. */
const commonRefusals = { 429: 'TooManyRequests', 500: 'Internal', 503: 'Unavailable' } as const;

/** Returns the response of one status: a problem document with one of these codes. */
const refusalResponse = (codes: readonly ErrorCode[], headers?: Json) => ({
  description: codes.map((code) => `\`errors.${code}\``).join(', '),
  ...(headers && { headers }),
  content: {
    [problem]: {
      schema: {
        allOf: [
          ref('schemas', 'Problem'),
          { properties: { code: { enum: codes.map((code) => `errors.${code}`) } } },
        ],
      },
    },
  },
});

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
};

function refusalResponses(endpoint: Endpoint) {
  const byStatus = Object.groupBy(refusalsOf(endpoint), (code) => errorStatus[code]);
  const own = Object.entries(byStatus).map(([status, codes = []]) => {
    const isForNow = status === '503';
    return [
      status,
      isForNow ? refusalResponse([...codes, 'unavailable'], retryAfter) : refusalResponse(codes),
    ] as const;
  });
  const common = Object.entries(commonRefusals).map(
    ([status, name]) => [status, ref('responses', name)] as const,
  );
  return Object.fromEntries([...common, ...own]);
}

const etag = {
  headers: { ETag: { description: 'Version of the record', schema: { type: 'string' } } },
};

const unchanged = { 304: { description: 'The version in `If-None-Match` is the current one' } };

const nextPage = {
  headers: {
    Link: {
      description: 'Address of the next page, with `rel="next"`; missing on the last one',
      schema: { type: 'string' },
    },
  },
};

function successResponses(
  { method, reply, file, versioned, paged }: Endpoint,
  described: Record<string, Json>,
) {
  if (file) {
    const types = [file].flat();
    const isText = !types.includes('application/octet-stream');
    const shown = isText ? { schema: { type: 'string' } } : {};
    const content = Object.fromEntries(types.map((type) => [type, shown]));
    const whole = { 200: { description: 'The file', content } };
    if (isText) return whole;
    return { ...whole, 206: { description: 'The part that `Range` names', content } };
  }
  const isList = reply instanceof z.ZodArray;
  const mayBeNothing = isList || reply instanceof z.ZodNullable;
  return {
    ...described,
    ...(versioned && described[200] && { 200: { ...described[200], ...etag } }),
    ...(versioned && method === 'GET' && unchanged),
    ...(paged && described[200] && { 200: { ...described[200], ...nextPage } }),
    ...(mayBeNothing && { 204: { description: isList ? 'The list is empty' : 'There is none' } }),
  };
}

/** Returns the id of a call in the reference. */
export const operationIdOf = (subject: string, call: string) =>
  `${subject}${call.charAt(0).toUpperCase()}${call.slice(1)}`;

/** All calls of the contract, by method and path. */
const calls = new Map<string, { operationId: string; endpoint: Endpoint }>(
  Object.entries(contract).flatMap(([subject, { endpoints }]: [string, Subject]) =>
    Object.entries(endpoints).map(([name, endpoint]) => {
      const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
      const operationId = operationIdOf(subject, name);
      return [`${endpoint.method} ${path}`, { operationId, endpoint }] as const;
    }),
  ),
);

/** Describes the access and responses of a call, which its schemas don't include. */
function describeCall(operation: Operation, endpoint: Endpoint): Partial<Operation> {
  const { access } = endpoint;
  const needsKey = access.who === 'member' && access.of === null;
  const takesKeys = JSON.stringify(operation['security'] ?? []).includes('apiKey');
  const mayOmit = takesKeys || (access.who === 'member' && access.operatorToo);
  const key = mayOmit ? 'OptionalTenantKey' : 'TenantKey';
  return {
    ...(access.who === 'anyone' && { security: [] }),
    ...(needsKey && { parameters: [...(operation.parameters ?? []), ref('parameters', key)] }),
    responses: {
      ...successResponses(endpoint, operation.responses),
      ...refusalResponses(endpoint),
    },
  };
}

const tenantKey = (required: boolean, exception = '') => ({
  name: 'X-Tenant-Key',
  in: 'header',
  required,
  description: `Id of the organization that the call is about${exception}`,
  schema: { type: 'string', format: 'uuid' },
});

const optionalTenantKey = tenantKey(
  false,
  '; an API key belongs to one and needs none, sessions of members do',
);

const components = {
  parameters: { TenantKey: tenantKey(true), OptionalTenantKey: optionalTenantKey },
  responses: {
    TooManyRequests: refusalResponse(['tooManyRequests'], retryAfter),
    Unavailable: refusalResponse(['unavailable'], retryAfter),
    Internal: refusalResponse(['internal']),
  },
  schemas: {
    Problem: {
      type: 'object',
      description: 'A refusal (RFC 9457); `code` is a translation key',
      required: ['type', 'title', 'status', 'code'],
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        code: { type: 'string' },
        detail: { type: 'string', description: 'The request id of an unexpected failure' },
        params: { type: 'object', description: 'Values that the translation names' },
        errors: {
          type: 'object',
          description: 'Codes of the refused fields of the body or query, by name',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        current: {
          type: 'object',
          description: 'With `errors.conflict.changed`: the record as it is now',
        },
      },
    },
  },
};

/** Removes named schemas without references, such as input variants of schemas for replies. */
function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components?.['schemas'] ?? {});
  const text = JSON.stringify(document);
  const used = schemas.filter(([name]) => text.includes(`"#/components/schemas/${name}"`));
  const kept = { ...document.components, schemas: Object.fromEntries(used) };
  const reduced = { ...document, components: kept };
  return used.length < schemas.length ? withoutUnused(reduced) : reduced;
}

/** Adds the remaining declarations of the contract to the document generated from the schemas. */
export function completeDocument(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => {
    const described = Object.entries(operations).map(([method, operation]) => {
      const call = calls.get(`${method.toUpperCase()} ${path}`);
      if (!call) return [method, operation] as const;
      const { operationId, endpoint } = call;
      return [method, { ...operation, operationId, ...describeCall(operation, endpoint) }] as const;
    });
    return [path, Object.fromEntries(described)] as const;
  });
  const { schemas = {}, ...others } = document.components ?? {};
  return withoutUnused({
    ...document,
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths),
    components: { ...others, ...components, schemas: { ...schemas, ...components.schemas } },
  });
}
