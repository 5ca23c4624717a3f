import { createVerify, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SignInReply } from '#contract/users.ts';
import { sharedApplication } from '#server/test/application.ts';
import { generateSelfSigned } from './service/saml/self-signed.ts';
import { createSsoOrganization } from './test/connection.ts';
import { encryptFor } from './test/saml-encryption.ts';
import {
  logoutValues,
  sendLogout,
  toForm,
  toLogoutRequest,
  toRedirectQuery,
  toUnsignedForm,
  type LogoutValues,
} from './test/saml-logout.ts';
import { signXml } from './test/saml-messages.ts';
import {
  certificateIn,
  connectSaml,
  metadataOf,
  newPerson,
  samlSettings,
  startSaml,
} from './test/saml.ts';

/** Checks logout requests of a SAML provider (R-SSO-19). */
const product = await sharedApplication();
const { key, organization, signInWith, outcomes } = await startSaml(product);
const stranger = await generateSelfSigned('stranger');
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const isSignedIn = ({ token }: Pick<SignInReply, 'token'>) =>
  product
    .callerOf({ authorization: `Bearer ${token}` })
    .users.getCurrent()
    .then(
      () => true,
      () => false,
    );

/** Signs a new person in, and returns the values of a request that signs them out. */
const signedIn = async (changes: Partial<LogoutValues> = {}) => {
  const person = newPerson(organization);
  const session = await signInWith(person);
  return { person, session, values: logoutValues(organization, { ...person, ...changes }) };
};

const send = (message: string | URLSearchParams, of = organization) =>
  sendLogout(product, of, message);
const redirect = (values: LogoutValues) => send(toRedirectQuery(toLogoutRequest(values), key));

describe('A logout request of the SAML provider (R-SSO-19)', () => {
  test.each<[string, (xml: string) => string | URLSearchParams]>([
    ['a redirect', (xml) => toRedirectQuery(xml, key, { relayState: 'its state' })],
    [
      'a redirect signed with SHA-512',
      (xml) => toRedirectQuery(xml, key, { relayState: 'its state', algorithm: 'rsa-sha512' }),
    ],
    [
      'a redirect encoded in lower case, as .NET sends it',
      (xml) => toRedirectQuery(xml, key, { relayState: 'its state', isLowerCase: true }),
    ],
    ['a form', (xml) => toForm(xml, key, 'its state')],
  ])('by %s ends the session, and is answered with a signed success', async (_name, toMessage) => {
    const { session, values, person } = await signedIn();
    const answer = await send(toMessage(toLogoutRequest(values)));
    expect(answer).toMatchObject({ status: 303, codes: ['Success'], relayState: 'its state' });
    expect(answer.location.split('?')[0]).toBe('https://idp.example.com/sign-out');
    expect(answer.xml).toContain(`InResponseTo="${values.id}"`);
    expect(answer.xml).toContain('Destination="https://idp.example.com/sign-out"');
    const [signed, signature] = answer.query.split('&Signature=');
    const { publicKey } = certificateIn((await metadataOf(product, organization.id)).xml);
    const raw = Buffer.from(decodeURIComponent(signature ?? ''), 'base64');
    expect(
      createVerify('sha256')
        .update(signed ?? '')
        .verify(publicKey, raw),
    ).toBe(true);
    expect(await isSignedIn(session)).toBe(false);
    const [newest] = (await organization.owner.api.sso.getEvents({})).items;
    expect(newest).toMatchObject({ outcome: 'signedOut', email: person.attributes.email });
  });

  test('ends the sessions of its index alone, and without an index all of the person', async () => {
    const person = newPerson(organization);
    const [one, other] = [
      await signInWith({ ...person, sessionIndex: '_one' }),
      await signInWith({ ...person, sessionIndex: '_other' }),
    ];
    const colleague = await signInWith({ sessionIndex: '_one' });
    await redirect(logoutValues(organization, { ...person, sessionIndexes: ['_one'] }));
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, true]);
    await redirect(logoutValues(organization, { ...person, sessionIndexes: [] }));
    expect([await isSignedIn(other), await isSignedIn(colleague)]).toEqual([false, true]);
  });

  test('ends a session of the person whose hint needs another encryption key', async () => {
    const { session, values } = await signedIn();
    const other = randomBytes(80);
    await product.open.owner.query('update sso_sessions set hint = $1 where tenant_id = $2', [
      other,
      organization.id,
    ]);
    expect((await redirect(values)).codes).toEqual(['Success']);
    expect(await isSignedIn(session)).toBe(false);
  });

  test('ends a session whose name it gives no format', async () => {
    const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
    const { session, values } = await signedIn({ nameFormat: unspecified });
    expect((await redirect(values)).codes).toEqual(['Success']);
    expect(await isSignedIn(session)).toBe(false);
  });

  test('for a session that has ended already is a success', async () => {
    const { person, values } = await signedIn();
    await redirect(values);
    expect((await redirect(logoutValues(organization, person))).codes).toEqual(['Success']);
  });

  test('for an unknown person is answered with that status', async () => {
    const answer = await redirect(logoutValues(organization, { nameId: 'unknown' }));
    expect(answer.codes).toEqual(['Requester', 'UnknownPrincipal']);
  });

  test('ends no session that began after it was issued', async () => {
    const { session, values } = await signedIn({ issued: -240 });
    expect((await redirect(values)).codes).toEqual(['Success']);
    expect(await isSignedIn(session)).toBe(true);
  });

  test('with an encrypted name is read, and refused if it is encrypted in a way that isn’t accepted', async () => {
    for (const [algorithm, ends] of [
      ['http://www.w3.org/2001/04/xmlenc#tripledes-cbc', false],
      ['http://www.w3.org/2001/04/xmlenc#aes128-cbc', true],
      ['http://www.w3.org/2009/xmlenc11#aes128-gcm', true],
    ] as const) {
      const { session, values } = await signedIn();
      const name = `<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${values.nameId}</saml:NameID>`;
      const content = `<saml:EncryptedID>${await encryptFor(product, organization, { xml: name, content: algorithm })}</saml:EncryptedID>`;
      const request = toLogoutRequest(values, content);
      for (const message of [
        toRedirectQuery(request, key),
        toForm(toLogoutRequest({ ...values, id: `${values.id}f` }, content), key),
      ]) {
        const codes = ends ? ['Success'] : ['Requester', 'RequestDenied'];
        expect((await send(message)).codes).toEqual(codes);
      }
      expect(await isSignedIn(session)).toBe(!ends);
    }
  });

  test('without an address for the answer ends the session, and shows the sign-in page', async () => {
    const place = await createSsoOrganization(product);
    await connectSaml(product, place, { ...samlSettings(key), signOutUrl: '' });
    const person = newPerson(place);
    const session = await signInWith(person, place);
    const message = toRedirectQuery(toLogoutRequest(logoutValues(place, person)), key);
    expect((await send(message, place)).location).toBe('/account/login');
    expect(await isSignedIn(session)).toBe(false);
  });
});

describe('A logout request that is refused changes nothing (R-SSO-19)', () => {
  test.each<[string, Partial<LogoutValues>]>([
    ['for another service', { destination: 'https://other.example.com/logout' }],
    ['without a destination', { destination: null }],
    ['that is older than five minutes', { issued: -400 }],
    ['of the future', { issued: 400 }],
    ['that has expired', { ends: -120 }],
  ])('%s', async (_name, changes) => {
    const { session, values } = await signedIn(changes);
    for (const message of [
      toRedirectQuery(toLogoutRequest(values), key),
      toForm(toLogoutRequest({ ...values, id: `${values.id}f` }), key),
    ]) {
      const answer = await send(message);
      expect(answer.codes).toEqual(['Requester', 'RequestDenied']);
      expect(answer.location.split('?')[0]).toBe('https://idp.example.com/sign-out');
    }
    expect(await isSignedIn(session)).toBe(true);
    expect((await outcomes())[0]).toBe('joined');
  });

  test.each<[string, (xml: string) => string | URLSearchParams]>([
    [
      'of another issuer',
      (xml) => toRedirectQuery(xml.replace('idp.example.com/saml', 'other.example.com'), key),
    ],
    ['without a signature', (xml) => toRedirectQuery(xml, key).split('&SigAlg')[0] ?? ''],
    ['with the signature of a stranger', (xml) => toRedirectQuery(xml, stranger)],
    ['with SHA-1', (xml) => toRedirectQuery(xml, key, { algorithm: 'rsa-sha1' })],
    [
      'with another state than was signed',
      (xml) => toRedirectQuery(xml, key, { relayState: 'one' }).replace('=one', '=two'),
    ],
    ['in a form without a signature', (xml) => toUnsignedForm(xml)],
    ['in a form with the signature of a stranger', (xml) => toForm(xml, stranger)],
    [
      'in a form with SHA-1',
      (xml) => toUnsignedForm(signXml(xml, 'LogoutRequest', { ...key, algorithm: 'sha1' })),
    ],
    [
      'in a form that was changed after it was signed',
      (xml) =>
        toUnsignedForm(
          signXml(xml, 'LogoutRequest', key).replace('NotOnOrAfter', 'Consent="x" NotOnOrAfter'),
        ),
    ],
  ])('%s, and is not answered', async (_name, toMessage) => {
    const { session, values } = await signedIn();
    const answer = await send(toMessage(toLogoutRequest(values)));
    expect(answer).toMatchObject({ status: 303, location: '/account/login' });
    expect(await isSignedIn(session)).toBe(true);
  });

  test('that was used before', async () => {
    const { person, values } = await signedIn();
    const message = toRedirectQuery(toLogoutRequest(values), key);
    expect((await send(message)).codes).toEqual(['Success']);
    // A response can't make it forgotten sooner.
    await product.app.inject({
      method: 'POST',
      url: `/saml/${organization.id}/response`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        SAMLResponse: Buffer.from('<a/>').toString('base64'),
        RelayState: `message ${organization.id} ${values.id}`,
      }).toString(),
    });
    const { rows } = await product.open.owner.query<{ shortened: number }>(
      `select count(*) as shortened from sso_requests
       where stage = 'message' and expires_at < created_at + interval '6 minutes'`,
    );
    expect(rows[0]?.shortened).toBe(0);
    const again = await signInWith(person);
    expect((await send(message)).codes).toEqual(['Requester', 'RequestDenied']);
    expect(await isSignedIn(again)).toBe(true);
  });

  test('that names the person of another organization', async () => {
    const { session, values } = await signedIn();
    const place = await createSsoOrganization(product);
    await connectSaml(product, place, samlSettings(key));
    const request = { ...values, destination: `http://pregao.test/saml/${place.id}/signed-out` };
    const answer = await send(toRedirectQuery(toLogoutRequest(request), key), place);
    expect(answer.codes).toEqual(['Requester', 'UnknownPrincipal']);
    expect(await isSignedIn(session)).toBe(true);
  });

  test('whose name has another format than that of the sign-in', async () => {
    const { session, values } = await signedIn({ nameFormat: transient });
    await redirect(values);
    expect(await isSignedIn(session)).toBe(true);
  });

  test('that can not be answered is no request', async () => {
    const { session, values } = await signedIn();
    const request = toLogoutRequest(values);
    const bomb = toLogoutRequest({ ...values, nameId: 'a'.repeat(300_000) });
    for (const message of [
      'SAMLRequest=AAAA',
      'SAMLRequest=%ZZ',
      toRedirectQuery('no XML', key),
      toRedirectQuery(bomb, key),
      toRedirectQuery(request.replaceAll('LogoutRequest', 'AuthnRequest'), key),
      toRedirectQuery(request.replace(values.id, '1"'), key),
      `${toRedirectQuery(request, key)}&SAMLRequest=AAAA`,
      toRedirectQuery(request, key).replace(/SigAlg=[^&]*/, 'SigAlg=%E0%A4%A'),
      toUnsignedForm(`<!DOCTYPE a>${request}`),
    ]) {
      expect((await send(message)).status).toBe(400);
    }
    expect(await isSignedIn(session)).toBe(true);
    const oidc = await createSsoOrganization(product);
    expect((await send(toRedirectQuery(request, key), oidc)).status).toBe(404);
  });
});
