import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints, randomEndpointPath } from '#server/platform/http/test/endpoints.ts';
import { registerOwner, testApplication } from '#server/test/application.ts';

/**
 * Checks that requests of another site change nothing (R-SEC-11): forms and requests without a CORS
 * preflight are limited to three content types and can't set custom headers.
 */
const product = await testApplication();
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

/** Returns a digest of every table except the counters of attempts. */
const kept = async () => {
  const { rows } = await product.open.owner.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'app') and tablename <> 'rate_limits' order by 1`);
  const digests = rows.map(async ({ name }) => {
    const all = `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest from ${name} t`;
    const { rows: digest } = await product.open.owner.query<{ digest: string }>(all);
    return [name, digest[0]?.digest];
  });
  return Object.fromEntries(await Promise.all(digests)) as Record<string, string>;
};

const writes = allEndpoints.filter(({ method }) => method !== 'GET');
const open = writes.filter(({ access }) => access.who === 'anyone');
const send = (endpoint: Endpoint, type: string, payload: string) =>
  app.inject({
    method: 'POST',
    url: randomEndpointPath(endpoint, owner.tenant),
    headers: { ...elsewhere, ...ambient, 'content-type': type },
    payload,
  });

const registration = JSON.stringify({
  organization: 'Elsewhere',
  email: 'victim@example.com',
  firstName: 'A',
  lastName: 'B',
});

describe('Requests from another site', () => {
  test("change nothing: calls refuse the content types of a form, and cookies don't authenticate", async () => {
    const before = await kept();
    const statuses = new Set<number>();
    for (const endpoint of writes) {
      for (const type of simple) {
        statuses.add((await send(endpoint, type, registration)).statusCode);
      }
    }
    // 404: the record named in the path is unknown; 405: a form only sends GET and POST.
    expect([...statuses].filter((status) => ![401, 404, 405, 415].includes(status))).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  test.each(simple)('are refused by public calls before %s is parsed', async (type) => {
    const withBody = open.filter(({ body, method }) => body && method === 'POST');
    expect(withBody.length).toBeGreaterThan(3);
    for (const endpoint of withBody) {
      expect((await send(endpoint, type, registration)).statusCode).toBe(415);
    }
  });

  test('get no permission in a CORS preflight', async () => {
    for (const endpoint of writes) {
      const answer = await app.inject({
        method: 'OPTIONS',
        url: randomEndpointPath(endpoint, owner.tenant),
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

  test("can't read any response", async () => {
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
