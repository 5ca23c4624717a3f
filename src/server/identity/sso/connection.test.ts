import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { testApplication } from '#server/test/application.ts';
import { ssoTasks } from './service/tasks.ts';
import { connectProvider, createSsoOrganization, type SsoOrganization } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { clientId } from './test/provider.ts';

const product = await testApplication();
const { owner: store } = product.open;
const { provider, issuing, signInWith, outcomes } = await startSso(product);
afterAll(() => provider.close());
const expired = expect.objectContaining({ code: 'sso.expired' });

describe('A connection (R-SSO-01, R-SSO-02)', () => {
  const testDraft = async ({ id, owner }: SsoOrganization, claims: JWTPayload) => {
    const { url, flow } = await owner.api.sso.test();
    const asked = new URL(url ?? '').searchParams;
    provider.tokenFor = issuing(claims);
    const query = new URLSearchParams({
      state: asked.get('state') ?? '',
      code: asked.get('nonce') ?? '',
      iss: provider.issuer,
    });
    return { organization: id, query: query.toString(), flow: flow ?? '' };
  };
  const draft = {
    protocol: 'oidc' as const,
    issuer: provider.issuer,
    clientId,
    clientSecret: 'secret of the tests',
  };

  test('is activated only after an owner has signed in with exactly its settings', async () => {
    const place = await createSsoOrganization(product);
    const { api } = place.owner;
    await expect(api.sso.test()).rejects.toMatchObject({ code: 'sso.noDraft' });
    await api.sso.update({ body: draft });
    await expect(api.sso.activate()).rejects.toMatchObject({ code: 'sso.notTested' });
    const person = newIdentity(place);
    const body = await testDraft(place, person);
    const { test: result, session } = await api.sso.finish({ body });
    expect(session).toBeNull();
    expect(result).toMatchObject({ outcome: 'tested', email: person.email, role: Role.Member });
    expect(result?.claims).toContainEqual({ name: 'sub', value: person.sub });
    await api.sso.update({ body: { ...draft, clientId: 'another' } });
    await expect(api.sso.activate()).rejects.toMatchObject({ code: 'sso.notTested' });
    await api.sso.update({ body: draft });
    await api.sso.finish({ body: await testDraft(place, person) });
    await api.sso.activate();
    await expect(signInWith(person, place)).resolves.toBeDefined();
    await api.sso.deactivate();
    await expect(product.anyone.sso.start({ body: { organization: place.id } })).resolves.toEqual({
      url: null,
      flow: null,
    });
  });

  test('is not tested by a person outside of the verified domains, or by another account', async () => {
    const place = await createSsoOrganization(product);
    await place.owner.api.sso.update({ body: draft });
    const outside = await testDraft(place, { sub: randomUUID(), email: 'a@example.org' });
    await expect(place.owner.api.sso.finish({ body: outside })).resolves.toMatchObject({
      test: { outcome: 'otherDomain' },
    });
    const body = await testDraft(place, newIdentity(place));
    await expect(product.anyone.sso.finish({ body })).rejects.toEqual(expired);
    await expect(place.owner.api.sso.activate()).rejects.toMatchObject({ code: 'sso.notTested' });
  });

  test('keeps its secret encrypted, out of replies and of the audit log (R-SSO-07)', async () => {
    const place = await createSsoOrganization(product);
    const clientSecret = `secret-${randomUUID()}`;
    await place.owner.api.sso.update({ body: { ...draft, clientSecret } });
    await place.owner.api.sso.update({ body: draft });
    await place.owner.api.sso.update({ body: { ...draft, clientSecret } });
    const seen = JSON.stringify([
      await place.owner.api.sso.get(),
      await place.owner.api.audit.getAll({}),
      (await store.query('select * from sso_connections')).rows,
      (await store.query(`select encode(client_secret, 'escape') from sso_connections`)).rows,
    ]);
    expect(seen).not.toContain(clientSecret);
    expect(await place.owner.api.sso.get()).toMatchObject({ draft: { hasSecret: true } });
  });

  test('has no effect on a smaller plan', async () => {
    const place = await createSsoOrganization(product);
    await connectProvider(product, place, { issuer: provider.issuer });
    // Two statements: Citus reads no organization in a change of the catalog.
    const { rows: held } = await store.query<{ product: string }>(
      `select price.subscription_product_id as product from tenant_products
       join subscription_prices as price on price.id = subscription_price_id where tenant_id = $1`,
      [place.id],
    );
    await store.query('update subscription_products set tier = 2 where id = any ($1)', [
      held.map((row) => row.product),
    ]);
    await expect(product.anyone.sso.start({ body: { organization: place.id } })).resolves.toEqual({
      url: null,
      flow: null,
    });
    await expect(place.owner.api.sso.get()).rejects.toMatchObject({ code: 'access.tier' });
  });
});

test('the sign-in log is kept for 90 days and holds no code or token (R-SSO-08)', async () => {
  const place = await createSsoOrganization(product);
  await connectProvider(product, place, { issuer: provider.issuer });
  await signInWith(newIdentity(place), place);
  const { rows } = await store.query<Record<string, unknown>>(
    'select * from sso_events where tenant_id = $1',
    [place.id],
  );
  expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
    'at',
    'email',
    'id',
    'outcome',
    'protocol',
    'reference',
    'tenant_id',
  ]);
  const purge = () =>
    ssoTasks(store)['sso.purge']({}, { attempt: 1, signal: new AbortController().signal });
  await store.query(`update sso_events set at = now() - interval '89 days' where tenant_id = $1`, [
    place.id,
  ]);
  await purge();
  expect(await outcomes(place)).toHaveLength(1);
  await store.query(`update sso_events set at = now() - interval '91 days' where tenant_id = $1`, [
    place.id,
  ]);
  await purge();
  expect(await outcomes(place)).toEqual([]);
});
