import { inflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { SignInReply } from '#contract/users.ts';
import { registerOwner, sharedApplication } from '#server/test/application.ts';
import { ssoTasks } from './service/tasks.ts';
import { connectProvider, createSsoOrganization } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { clientId } from './test/provider.ts';
import { connectSaml, newPerson, samlSettings, startSaml } from './test/saml.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const oidc = await startSso(product);
const saml = await startSaml(product);
afterAll(() => oidc.provider.close());

const signOut = ({ token }: Pick<SignInReply, 'token'>) =>
  product.callerOf({ authorization: `Bearer ${token}` }).accounts.logout();

/** Returns the rows of hints for sessions of an organization. */
const hintsOf = async ({ id }: { id: string }) =>
  (await store.query<{ hint: Buffer }>('select hint from sso_sessions where tenant_id = $1', [id]))
    .rows;

describe('Signing out (R-SSO-13)', () => {
  test('leads to a provider of OpenID Connect that supports it, with the ID token and the way back', async () => {
    oidc.provider.endSession = true;
    const place = await createSsoOrganization(product);
    await connectProvider(product, place, { issuer: oidc.provider.issuer });
    const session = await oidc.signInWith(newIdentity(place), place);
    const [{ hint } = { hint: Buffer.of() }] = await hintsOf(place);
    expect(hint.toString('latin1')).not.toContain('idToken');
    const reply = await signOut(session);
    const url = new URL(reply?.url ?? '');
    expect(url.origin + url.pathname).toBe(`${oidc.provider.issuer}/end`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: clientId,
      post_logout_redirect_uri: 'http://pregao.test/account/login',
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(await hintsOf(place)).toEqual([]);
    await expect(signOut(session)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('names a client without a hint when the ID token is too long for an address', async () => {
    oidc.provider.endSession = true;
    const place = await createSsoOrganization(product);
    await connectProvider(product, place, { issuer: oidc.provider.issuer });
    const session = await oidc.signInWith(
      { ...newIdentity(place), groups: 'g'.repeat(6_000) },
      place,
    );
    const reply = await signOut(session);
    const { searchParams } = new URL(reply?.url ?? '');
    expect([...searchParams.keys()]).toEqual(['client_id', 'post_logout_redirect_uri']);
  });

  test('leads nowhere if the provider does not support it or the connection does not want it', async () => {
    const plain = await startSso(product);
    const { organization } = plain;
    expect(await signOut(await plain.signInWith(newIdentity(organization)))).toBeNull();
    plain.provider.close();
    const place = await createSsoOrganization(product);
    await connectProvider(product, place, { issuer: oidc.provider.issuer, signsOut: false });
    expect(await signOut(await oidc.signInWith(newIdentity(place), place))).toBeNull();
    expect(await signOut(await registerOwner(product))).toBeNull();
  });

  test('sends a signed logout request with the name and the session to a SAML provider', async () => {
    const person = newPerson(saml.organization);
    const session = await saml.signInWith({ ...person, sessionIndex: '_s1' });
    const reply = await signOut(session);
    const url = new URL(reply?.url ?? '');
    expect(url.origin + url.pathname).toBe('https://idp.example.com/sign-out');
    const request = inflateRawSync(
      Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString();
    expect(request).toContain('<samlp:LogoutRequest');
    expect(request).toContain(`>${person.nameId}</saml:NameID>`);
    expect(request).toContain('>_s1</saml2p:SessionIndex>');
    expect(url.searchParams.get('SigAlg')).toContain('rsa-sha256');
    expect(url.searchParams.get('Signature')).toBeTruthy();
    const back = { url: `/saml/${saml.organization.id}/signed-out`, payload: 'SAMLResponse=x' };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const method of ['GET', 'POST'] as const) {
      const answer = await product.app.inject({
        method,
        url: back.url,
        ...(method === 'POST' && { headers, payload: back.payload }),
      });
      expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/account/login']);
    }
  });

  test('leads nowhere without a sign-out address of a SAML provider', async () => {
    const place = await createSsoOrganization(product);
    await connectSaml(product, place, { ...samlSettings(saml.key), signOutUrl: '' });
    expect(await signOut(await saml.signInWith({}, place))).toBeNull();
  });

  test('forgets what it needs for it after the longest session', async () => {
    const place = await createSsoOrganization(product);
    await connectSaml(product, place, samlSettings(saml.key));
    await saml.signInWith({}, place);
    const age = (days: number) =>
      store.query(
        `update sso_sessions set created_at = now() - make_interval(days => $2) where tenant_id = $1`,
        [place.id, days],
      );
    const purge = () =>
      ssoTasks(store)['sso.purge']({}, { attempt: 1, signal: new AbortController().signal });
    await age(14);
    await purge();
    expect(await hintsOf(place)).toHaveLength(1);
    await age(16);
    await purge();
    expect(await hintsOf(place)).toEqual([]);
  });
});
