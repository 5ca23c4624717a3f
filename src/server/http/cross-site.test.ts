import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { registerOwner, testProduct } from '#server/testing.ts';
import { endpoints, urlOf } from './test-walk.ts';

/**
 * What a page of another site can make a browser send here changes nothing (reliability.md 2.2): forms
 * and requests without a question beforehand have three types of body and no header of ours.
 */
const product = await testProduct();
const { app } = product;
const owner = await registerOwner(product, { plan: 'Unlimited' });

const elsewhere = { origin: 'https://evil.example', referer: 'https://evil.example/trap' };
const ambient = {
  cookie: `id_token=${owner.token}; session=${owner.token}; tenant=${owner.tenant}`,
};
const simple = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

/** A digest of everything that is kept, but for how often something was tried. */
const kept = async () => {
  const { rows } = await product.open.owner.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'app') and tablename <> 'attempts' order by 1`);
  const digests = rows.map(async ({ name }) => {
    const all = `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as is from ${name} t`;
    const { rows: told } = await product.open.owner.query<{ is: string }>(all);
    return [name, told[0]?.is];
  });
  return Object.fromEntries(await Promise.all(digests)) as Record<string, string>;
};

const writes = endpoints.filter(({ method }) => method !== 'GET');
const open = writes.filter(({ access }) => access.who === 'anyone');
const send = (endpoint: Endpoint, type: string, payload: string) =>
  app.inject({
    method: 'POST',
    url: urlOf(endpoint, owner.tenant),
    headers: { ...elsewhere, ...ambient, 'content-type': type },
    payload,
  });

const registration = JSON.stringify({
  organization: 'Elsewhere',
  email: 'victim@example.com',
  firstName: 'A',
  lastName: 'B',
});

describe('From another site', () => {
  test('no call takes a body that a form can send, and cookies prove nothing', async () => {
    const before = await kept();
    const statuses = new Set<number>();
    for (const endpoint of writes) {
      for (const type of simple) {
        statuses.add((await send(endpoint, type, registration)).statusCode);
      }
    }
    // 404: what a path names is unknown; 405: a form can only get and post.
    expect([...statuses].filter((status) => ![401, 404, 405, 415].includes(status))).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  test.each(simple)('what anybody may call refuses %s before it looks at it', async (type) => {
    const withBody = open.filter(({ body, method }) => body && method === 'POST');
    expect(withBody.length).toBeGreaterThan(3);
    for (const endpoint of withBody) {
      expect((await send(endpoint, type, registration)).statusCode).toBe(415);
    }
  });

  test('a browser that asks beforehand is not allowed anything', async () => {
    for (const endpoint of writes) {
      const answer = await app.inject({
        method: 'OPTIONS',
        url: urlOf(endpoint, owner.tenant),
        headers: {
          ...elsewhere,
          'access-control-request-method': endpoint.method,
          'access-control-request-headers': 'authorization,content-type,x-tenant-key',
        },
      });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('no answer can be read there either', async () => {
    for (const url of [
      '/api/SubscriptionProduct/GetAll',
      '/api/User/GetCurrent',
      '/api/openapi.json',
    ]) {
      const { headers } = await app.inject({ url, headers: { ...elsewhere, ...ambient } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });
});
