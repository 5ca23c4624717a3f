import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { newIdentity, startSso } from '#server/identity/sso/test/flow.ts';
import { sharedApplication } from '#server/test/application.ts';
import { mainHost, registerAddressed } from './test/addresses.ts';

/** Checks single sign-on at the own address of an organization (R-ADR-11). */
const product = await sharedApplication();
const { provider, organization, issuing } = await startSso(product);
afterAll(() => provider.close());
const expired = expect.objectContaining({ code: 'sso.expired' });

const subdomain = `s${randomUUID().slice(0, 8)}`;
const host = `${subdomain}.${mainHost}`;
await organization.owner.api.tenants.update({
  params: { id: organization.id },
  body: { name: subdomain, subdomain, domain: '', appTheme: 'light', appColor: 'teal' },
});
const there = product.callerOf({ host });
const { anyone: main } = product;

type Caller = typeof main;

const begin = async (at: Caller, body: { email?: string; organization?: string } = {}) => {
  const { url, flow } = await at.sso.start({ body });
  const asked = new URL(url ?? '').searchParams;
  const [state, nonce] = [asked.get('state') ?? '', asked.get('nonce') ?? ''];
  const query = new URLSearchParams({ state, code: nonce, iss: provider.issuer }).toString();
  return { organization: organization.id, query, flow: flow ?? '' };
};

const callbackPath = `/account/sso/callback/${organization.id}`;
const callback = (from: string, query: string) =>
  product.app.inject({ url: `${callbackPath}?${query}`, headers: { host: from } });

describe('Single sign-on at an address (R-ADR-11)', () => {
  test('returns by the main site and opens a session of the address', async () => {
    provider.tokenFor = issuing(newIdentity(organization));
    const begun = await begin(there);
    const { query } = begun;
    const answer = await callback(mainHost, query);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers).toMatchObject({
      location: `http://${host}${callbackPath}?${query}`,
      'referrer-policy': 'no-referrer',
    });
    // No second redirect: the page is there.
    expect((await callback(host, query)).statusCode).not.toBe(302);
    const { session } = await there.sso.finish({ body: begun });
    expect(session?.user.tenants.map(({ tenant }) => tenant.id)).toEqual([organization.id]);
    const authorization = `Bearer ${session?.token ?? ''}`;
    const seen = await product.callerOf({ authorization, host }).users.getCurrent();
    expect(seen.id).toBe(session?.user.id);
    await expect(
      product.callerOf({ authorization, host: mainHost }).users.getCurrent(),
    ).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('is finished only where it began', async () => {
    provider.tokenFor = issuing(newIdentity(organization));
    const other = await registerAddressed(product);
    const begun = await begin(there);
    await expect(main.sso.finish({ body: begun })).rejects.toEqual(expired);
    await expect(
      product.callerOf({ host: other.host }).sso.finish({ body: begun }),
    ).rejects.toEqual(expired);
    expect((await there.sso.finish({ body: begun })).session).not.toBeNull();
    const atMain = await begin(main, { organization: organization.id });
    expect((await callback(mainHost, atMain.query)).statusCode).not.toBe(302);
    await expect(there.sso.finish({ body: atMain })).rejects.toEqual(expired);
  });

  test('uses the provider of this organization, whatever the visitor names', async () => {
    const other = await registerAddressed(product);
    const elsewhere = product.callerOf({ host: other.host });
    for (const body of [
      {},
      { organization: organization.id },
      { email: `a@${organization.domain}` },
    ])
      expect(await elsewhere.sso.start({ body })).toEqual({ url: null, flow: null });
    const { url } = await there.sso.start({ body: { email: 'a@elsewhere.example' } });
    expect(url).toContain(provider.issuer);
  });

  test('confirms a change again with the session of the address', async () => {
    const identity = newIdentity(organization);
    provider.tokenFor = issuing(identity);
    const { session } = await there.sso.finish({ body: await begin(there) });
    const caller = product.callerOf({ authorization: `Bearer ${session?.token ?? ''}`, host });
    expect((await caller.factors.getStepUpMethods()).methods).toEqual(['sso']);
    const { url } = await caller.sso.startStepUp();
    const state = new URL(url ?? '').searchParams.get('state') ?? '';
    const answer = await callback(mainHost, new URLSearchParams({ state }).toString());
    expect(answer.headers['location']).toContain(`http://${host}${callbackPath}`);
  });
});
