import { afterAll, describe, expect, test } from 'vitest';
import { testApplication } from '#server/test/application.ts';
import { ssoTasks } from './service/tasks.ts';
import { connectProvider, createSsoOrganization, type SsoOrganization } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { newPerson, startSaml } from './test/saml.ts';

/** Checks that strangers can't fill the database, or use a provider up, by sign-ins that they don't finish. */
// One process: several would admit more until they synchronize.
const product = await testApplication({ RATE_LIMITS: 'on', INSTANCES: '1' });
const { owner: store } = product.open;
const oidc = await startSso(product);
const saml = await startSaml(product);
afterAll(() => oidc.provider.close());

let networks = 0;
const newNetwork = () => `203.0.113.${(networks += 1)}`;
const refused = expect.objectContaining({ code: 'tooManyRequests' });

/** Inserts sign-ins that were started before those of the test. */
const insertRequests = (count: number, { id }: SsoOrganization, response: Buffer | null = null) =>
  store.query(
    `insert into sso_requests (state_hash, browser_hash, for_tenant, stage, expires_at, created_at, response)
     select sha256(convert_to(gen_random_uuid()::text, 'UTF8')), '\\x00', $2, 'active', now() + interval '9 minutes',
       now() - interval '1 minute', $3
     from generate_series(1, $1) as n`,
    [count, id, response],
  );

const requestsOf = async ({ id }: SsoOrganization, condition = 'true') => {
  const { rows } = await store.query<{ count: number }>(
    `select count(*)::int from sso_requests where for_tenant = $1 and ${condition}`,
    [id],
  );
  return rows[0]?.count;
};

describe('Unfinished sign-ins (R-SSO-15)', () => {
  test('are at most a thousand of an organization, of which the newest stay', async () => {
    const { organization } = oidc;
    await insertRequests(1_200, organization);
    const started = await oidc.start();
    expect(await requestsOf(organization)).toBe(1_000);
    oidc.provider.tokenFor = oidc.issuing(newIdentity(organization));
    await expect(oidc.finish(started)).resolves.toMatchObject({ session: expect.anything() });
    expect(await requestsOf(organization)).toBe(999);
  });

  test('keep at most fifty responses of 128 KiB each, for two minutes', async () => {
    const { organization } = saml;
    await insertRequests(60, organization, Buffer.of(0));
    const started = await saml.start();
    const xml = saml.respond(saml.valuesOf(started, newPerson(organization)));
    // Base64 of these is longer than 128 KiB.
    expect((await saml.post('a'.repeat(97 * 1_024), started.state)).status).toBe(413);
    expect((await saml.post('a'.repeat(95 * 1_024), 'unknown')).status).toBe(303);
    const { location } = await saml.post(xml, started.state);
    expect(await requestsOf(organization, 'response is not null')).toBe(50);
    const own = `created_at > now() - interval '50 seconds' and expires_at <= now() + interval '2 minutes'`;
    expect(await requestsOf(organization, own)).toBe(1);
    const query = location.split('?')[1] ?? '';
    const body = { organization: organization.id, query, flow: started.flow };
    await expect(product.anyone.sso.finish({ body })).resolves.toMatchObject({
      session: expect.anything(),
    });
  });

  test('are deleted when they expire', async () => {
    await insertRequests(3, oidc.organization);
    await store.query(`update sso_requests set expires_at = now() - interval '1 second'`);
    await ssoTasks(store)['sso.purge']({}, { attempt: 1, signal: new AbortController().signal });
    expect(await requestsOf(oidc.organization)).toBe(0);
  });
});

describe('Starting to sign in (R-SSO-15)', () => {
  test('asks the provider for its metadata once in five minutes, and at each test of an owner', async () => {
    const { provider, organization } = oidc;
    const { api } = organization.owner;
    const first = await api.sso.test();
    const before = provider.discoveries;
    for (let n = 0; n < 8; n += 1) await oidc.start();
    await Promise.all(Array.from({ length: 8 }, () => oidc.start()));
    expect(provider.discoveries).toBe(before);
    expect((await api.sso.test()).url).not.toBe(first.url);
    expect(provider.discoveries).toBe(before + 1);
  });

  test('asks a provider that does not answer once in a few seconds', async () => {
    const place = await createSsoOrganization(product);
    await connectProvider(product, place, { issuer: `${oidc.provider.issuer}/none` });
    const before = oidc.provider.requests;
    const attempts = Array.from({ length: 5 }, () => oidc.start(place));
    for (const result of await Promise.allSettled(attempts))
      expect(result).toMatchObject({ reason: { code: 'sso.unreachable' } });
    expect(oidc.provider.requests).toBe(before + 1);
  });

  test('is refused after 600 starts of a network, or 3,000 of an organization, in a quarter of an hour', async () => {
    const { organization } = oidc;
    const other = await createSsoOrganization(product);
    await connectProvider(product, other, { issuer: oidc.provider.issuer });
    const raise = (rule: string, points: number) =>
      store.query('update app.rate_limits set points = $2 where starts_with(key, $1)', [
        `ssoStart:${rule}`,
        points,
      ]);
    const startFrom = (network: string, body: { email?: string; organization?: string }) =>
      product.callerOf({}, network).sso.start({ body });
    const [office, home] = [newNetwork(), newNetwork()];
    const byLink = { organization: organization.id };
    await startFrom(office, byLink);
    await raise('network', 599);
    await startFrom(office, byLink);
    await expect(startFrom(office, { organization: other.id })).rejects.toEqual(refused);
    await expect(startFrom(home, byLink)).resolves.toMatchObject({ url: expect.anything() });
    // However it is named, it is one organization.
    await raise('ssoTenant', 2_999);
    await startFrom(home, byLink);
    const byEmail = { email: `lia@${organization.domain}` };
    await expect(startFrom(newNetwork(), byEmail)).rejects.toEqual(refused);
    await expect(startFrom(newNetwork(), { organization: other.id })).resolves.toMatchObject({
      url: expect.anything(),
    });
  });
});
