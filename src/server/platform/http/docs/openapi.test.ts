import { randomUUID } from 'node:crypto';
import { validate } from '@scalar/openapi-parser';
import { describe, expect, test } from 'vitest';
import { apiScopes } from '#contract/api-keys/scopes.ts';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { errorStatus } from '#contract/error-codes.ts';
import { contract } from '#contract/index.ts';
import { registerOwner, sharedApplication } from '#server/test/application.ts';
import { isPortable, patternsOf } from './test/patterns.ts';

type Content = Record<string, { schema?: Record<string, unknown> }>;
type Response = { $ref?: string; description?: string; content?: Content; headers?: object };
type Operation = {
  operationId?: string;
  description?: string;
  security?: object[];
  parameters?: { $ref?: string; name?: string; in?: string }[];
  responses: Record<string, Response>;
};
type Document = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Record<string, unknown>>>;
};

const product = await sharedApplication();
const document = (await product.app.inject('/api/openapi.json')).json() as Document;

const operationOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => {
  const found = document.paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`];
  return found?.[method.toLowerCase()] ?? { responses: {} };
};

const calls = Object.entries(contract).flatMap(([subject, { endpoints }]: [string, Subject]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({
    name: `${subject}.${name}`,
    endpoint,
    operation: operationOf(endpoint),
  })),
);

/** Resolves the reference of a response. */
const resolved = (response: Response | undefined): Response | undefined => {
  const name = response?.$ref?.replace('#/components/responses/', '');
  return name ? document.components['responses']?.[name] : response;
};

/** Returns the codes that an operation documents for a status. */
const codesOf = ({ responses }: Operation, status: number) => {
  const { schema } = resolved(responses[status])?.content?.['application/problem+json'] ?? {};
  const [, own] = (schema?.['allOf'] ?? []) as { properties?: { code: { enum: string[] } } }[];
  return own?.properties?.code.enum ?? [];
};

test('the OpenAPI document is valid, and all references resolve (R-API-04)', async () => {
  const { valid, errors } = await validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  const missing = [...references].flatMap(([, path = '']) => {
    const target = path
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    return target === undefined ? [path] : [];
  });
  expect(missing).toEqual([]);
});

describe('the OpenAPI document', () => {
  test('names every operation uniquely', () => {
    const ids = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .map(({ operationId }) => operationId);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('transactionsGetAll');
  });

  test('names the X-Tenant-Key header of every call about the current organization', () => {
    const wrong = calls.filter(({ endpoint: { access }, operation: { parameters = [] } }) => {
      const needsKey = access.who === 'member' && access.of === null;
      const hasKey = parameters.some(({ $ref = '' }) => $ref.endsWith('TenantKey'));
      return needsKey !== hasKey;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(document.components['parameters']?.['TenantKey']).toMatchObject({
      name: 'X-Tenant-Key',
      in: 'header',
      required: true,
    });
  });

  test('marks as public exactly the operations without required authentication', () => {
    const wrong = calls.filter(({ endpoint: { access }, operation: { security } }) => {
      const isPublic = JSON.stringify(security) === '[]';
      return isPublic !== (access.who === 'anyone');
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('documents 204 for empty lists (R-API-03)', () => {
    const lists = calls.filter(({ endpoint: { reply } }) => reply?.type === 'array');
    expect(lists.length).toBeGreaterThan(15);
    for (const { name, operation } of lists) {
      expect([name, operation.responses]).toEqual([
        name,
        expect.objectContaining({ 200: expect.anything(), 204: expect.anything() }),
      ]);
    }
  });

  test('documents every declared error as a problem document of its status', () => {
    const missing = calls.flatMap(({ name, endpoint, operation }) =>
      (endpoint.errors ?? [])
        .filter((code) => !codesOf(operation, errorStatus[code]).includes(`errors.${code}`))
        .map((code) => `${name} ${code}`),
    );
    expect(missing).toEqual([]);
  });

  test('documents 429 and 503 with Retry-After for every call', () => {
    for (const { name, operation } of calls) {
      const [limited, unavailable] = [429, 503].map((status) =>
        resolved(operation.responses[status]),
      );
      expect([name, limited?.headers]).toEqual([name, { 'Retry-After': expect.anything() }]);
      expect([name, unavailable?.headers]).toEqual([name, { 'Retry-After': expect.anything() }]);
    }
  });

  test('documents the link to the next page of lists with pages, and of no others', () => {
    for (const { endpoint, name, operation } of calls) {
      const answer = resolved(operation.responses[200]);
      expect([name, 'Link' in (answer?.headers ?? {})]).toEqual([name, 'paged' in endpoint]);
    }
  });

  test('describes the formats of an export', () => {
    const content = operationOf(contract.audit.endpoints.export).responses['200']?.content;
    expect(Object.keys(content ?? {})).toEqual(['text/csv', 'application/jsonl']);
  });

  test('names the server and the schemas', () => {
    expect(document.servers).toEqual([{ url: '/' }]);
    const names = Object.keys(document.components['schemas'] ?? {});
    expect(names).toEqual(expect.arrayContaining(['Problem', 'Transaction', 'User', 'Invoice']));
    const { schema } =
      operationOf(contract.transactions.endpoints.get).responses['200']?.content?.[
        'application/json'
      ] ?? {};
    expect(schema).toEqual({ $ref: '#/components/schemas/Transaction' });
  });
});

type Checked = { def: Record<string, unknown> & { type: string; checks?: unknown[] } };

/** Returns true if rules between its fields are part of a schema, at any depth. */
const hasRules = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null || !('def' in schema)) return false;
  const { shape, innerType, element, in: input, options, ...def } = (schema as Checked).def;
  if (def.type === 'object' && (def.checks?.length ?? 0) > 0) return true;
  const fields = Object.values((shape ?? {}) as object) as unknown[];
  return [...fields, innerType, element, input, ...((options ?? []) as unknown[])].some(hasRules);
};

test('rules between fields, which no schema shows, are described (R-API-14)', () => {
  const ruled = calls.filter(({ endpoint: { body, query } }) => [body, query].some(hasRules));
  expect(ruled.length).toBeGreaterThan(10);
  const described = ruled.filter(({ operation }) =>
    /`\w+`.*(must|required|has the)/.test(operation.description ?? ''),
  );
  expect(described.map(({ name }) => name)).toEqual(ruled.map(({ name }) => name));
});

test('patterns are of the subset that all engines read alike (R-API-10)', () => {
  const patterns = patternsOf(document);
  expect(patterns.length).toBeGreaterThan(3);
  expect(patterns.filter((pattern) => !isPortable(pattern))).toEqual([]);
});

test('calls take an API key without X-Tenant-Key exactly where the document says so (R-API-09)', async () => {
  const { api } = await registerOwner(product);
  const body = { name: 'All', role: 1 as const, scopes: [...apiScopes], days: 90 as const };
  const { key } = await api.apiKeys.create({ body });
  const codeOf = async ({ method, path }: Endpoint) => {
    const url = `/api${path.replaceAll(/:\w+/g, randomUUID())}`;
    const payload = method === 'GET' ? {} : { payload: {} };
    const headers = { authorization: `Bearer ${key}` };
    const { body: text } = await product.app.inject({ method, url, headers, ...payload });
    return /"code":"errors\.(\w+(?:\.\w+)?)"/.exec(text)?.[1] ?? '';
  };
  for (const { name, endpoint, operation } of calls) {
    if (endpoint.access.who === 'anyone') continue;
    const takesKeys = (operation.security ?? []).some((one) => 'apiKey' in one);
    const isRequired = operation.parameters?.some(({ $ref = '' }) => $ref.endsWith('/TenantKey'));
    expect([name, takesKeys && isRequired === true]).toEqual([name, false]);
    const code = await codeOf(endpoint);
    expect([name, code === 'apiKey.notAllowed']).toEqual([name, !takesKeys]);
    expect([name, code]).not.toEqual([name, 'tenant.undefined']);
  }
});

test('actual refusals are documented in the OpenAPI document', async () => {
  const { headers, tenant } = await registerOwner(product, { plan: 'Starter' });
  const { authorization = '' } = headers;
  const met = [
    [contract.transactions.endpoints.getAll, {}],
    [contract.transactions.endpoints.getAll, { authorization }],
    [contract.transactions.endpoints.getAll, { authorization, 'x-tenant-key': tenant }],
    [contract.audit.endpoints.exportOfAll, headers],
    [contract.accounts.endpoints.login, {}],
    [contract.subscriptions.endpoints.update, headers],
  ] as const;
  for (const [{ method, path }, sent] of met) {
    const payload = method === 'GET' ? undefined : {};
    const answer = await product.app.inject({
      method,
      url: `/api${path}`,
      headers: sent,
      ...(payload && { payload }),
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    const { code } = answer.json() as { code: string };
    expect(codesOf(operationOf({ method, path }), answer.statusCode)).toContain(code);
  }
});
