import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { sharedApplication } from '#server/test/application.ts';
import { connectProvider, createSsoOrganization } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { clientId, signIdToken } from './test/provider.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const {
  provider,
  key,
  organization,
  start,
  finish,
  issuing,
  signInWith,
  outcomes,
  outcomeOf,
  roleOf,
} = await startSso(product);
afterAll(() => provider.close());
const expired = expect.objectContaining({ code: 'sso.expired' });

beforeEach(() => {
  provider.tokenFailure = null;
  provider.exchanges = [];
});

describe('A sign-in with OpenID Connect (R-SSO-03)', () => {
  test('sends a client secret that providers also understand which do not decode it', async () => {
    const place = await createSsoOrganization(product);
    const secret = { clientId: 'a-b_c', clientSecret: 'd-e.f_g~h' };
    await connectProvider(product, place, { issuer: provider.issuer, ...secret });
    await finish(await start(place)).catch(() => null);
    expect(provider.credentials).toBe('a-b_c:d-e.f_g~h');
  });

  test('uses PKCE, state and nonce, and adds a member to the organization', async () => {
    const started = await start();
    expect(Object.fromEntries(started.asked)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `http://pregao.test/account/sso/callback/${organization.id}`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const person = newIdentity(organization);
    const { user, token } = await signInWith(person);
    expect(user).toMatchObject({ email: person.email, firstName: 'Lia', lastName: 'Prado' });
    expect(user.currentTenant?.id).toBe(organization.id);
    expect(await roleOf(user.id)).toBe(Role.Member);
    expect(provider.exchanges[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    const api = product.callerOf({
      authorization: `Bearer ${token}`,
      'x-tenant-key': organization.id,
    });
    await expect(api.tenants.getCurrent()).resolves.toMatchObject({ id: organization.id });
    expect((await outcomes())[0]).toBe('joined');
    await signInWith(person);
    expect((await outcomes())[0]).toBe('signedIn');
  });

  test('starts by the domain of an address, whether or not it has an account', async () => {
    const member = await signInWith(newIdentity(organization));
    for (const email of [member.user.email, `unknown@${organization.domain.toUpperCase()}`]) {
      const { url } = await product.anyone.sso.start({ body: { email } });
      expect(url).toContain(provider.issuer);
    }
    await expect(
      product.anyone.sso.start({ body: { email: `a@${randomUUID()}.example.com` } }),
    ).resolves.toEqual({ url: null, flow: null });
  });

  test('names the organization and the host of its provider first', async () => {
    const find = (name: string) =>
      product.anyone.sso.findProvider({ body: { organization: name } });
    const { name } = await organization.owner.api.tenants.getCurrent();
    const { host } = new URL(provider.issuer);
    expect(await find(organization.id)).toEqual({ organization: name, host });
    const { id: unconnected } = await createSsoOrganization(product);
    for (const other of [unconnected, randomUUID(), 'nobody'])
      expect(await find(other)).toEqual({ organization: null, host: null });
  });

  test('that the provider answers by sending the person again is logged as unsolicited (R-SSO-18)', async () => {
    const { state, flow } = await start();
    const body = { organization: organization.id, query: `state=${state}`, flow };
    expect(await outcomeOf(product.anyone.sso.finish({ body }))).toBe('unsolicited');
  });

  test('is finished once, also by parallel requests', async () => {
    const person = newIdentity(organization);
    provider.tokenFor = (nonce) =>
      signIdToken(provider, { key, kid: 'first', nonce, claims: person });
    const started = await start();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => finish(started)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(reasons).toEqual(reasons.map(() => expired));
  });

  test('is refused in a browser that did not start it, and with another state', async () => {
    const [one, other] = [await start(), await start()];
    await expect(finish({ ...one, flow: other.flow })).rejects.toEqual(expired);
    await expect(finish({ ...one, state: 'forged' })).rejects.toEqual(expired);
  });

  test('is refused after ten minutes', async () => {
    const started = await start();
    await store.query(`update sso_requests set expires_at = now() - interval '1 second'`);
    await expect(finish(started)).rejects.toEqual(expired);
  });
});

describe('Names of a provider (R-SSO-05)', () => {
  test('are cleaned as our rules of names want, and never keep a person out', async () => {
    const person = newIdentity(organization);
    const given_name = 'Lia,\n\nOpen http://evil.example\u202E\u0000';
    const { user } = await signInWith({ ...person, given_name, family_name: 'P'.repeat(150) });
    expect(user).toMatchObject({
      firstName: 'Lia, Open http evil. example',
      lastName: 'P'.repeat(100),
    });
  });

  test.each([
    ['with NUL', 'a\u0000b'],
    ['beyond the length of an id', 'a'.repeat(300)],
  ])('an id %s is refused with its reason', async (_what, sub) => {
    const person = { ...newIdentity(organization), sub };
    expect(await outcomeOf(signInWith(person))).toBe('responseInvalid');
  });
});

describe('A provider that fails', () => {
  test.each([
    ['access_denied', 'denied'],
    ['temporarily_unavailable', 'unreachable'],
    ['server_error', 'unreachable'],
  ])('with the error %s is named in the log', async (error, outcome) => {
    const started = await start();
    const query = new URLSearchParams({
      state: started.state,
      error,
      iss: provider.issuer,
    });
    const body = {
      organization: organization.id,
      query: query.toString(),
      flow: started.flow,
    };
    expect(await outcomeOf(product.anyone.sso.finish({ body }))).toBe(outcome);
  });

  test.each([
    [401, { error: 'invalid_client' }, 'clientRejected'],
    [400, { error: 'temporarily_unavailable' }, 'unreachable'],
    [503, {}, 'unreachable'],
  ])('to answer with tokens (%i %o) is named in the log', async (status, body, outcome) => {
    provider.tokenFailure = { status, body };
    expect(await outcomeOf(finish(await start()))).toBe(outcome);
  });

  test('to answer refuses the start', async () => {
    const other = await createSsoOrganization(product);
    await connectProvider(product, other, { issuer: 'http://127.0.0.1:9' });
    await expect(start(other)).rejects.toMatchObject({ code: 'sso.unreachable' });
  });

  test('never, when it rotates its keys', async () => {
    const next = await provider.addKey('second');
    provider.keys = provider.keys.filter(({ kid }) => kid === 'second');
    const claims = newIdentity(organization);
    provider.tokenFor = (nonce) =>
      signIdToken(provider, { key: next, kid: 'second', nonce, claims });
    await expect(finish(await start())).resolves.toMatchObject({ session: expect.anything() });
    provider.tokenFor = issuing(claims);
    expect(await outcomeOf(finish(await start()))).toBe('tokenKeys');
  });
});
