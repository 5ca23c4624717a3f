import { createVerify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '#server/test/application.ts';
import { allElements, attributeOf, parseXml, textOf } from './service/saml/xml.ts';
import { encryptFor } from './test/saml-encryption.ts';
import {
  logoutValues,
  sendLogout,
  toForm,
  toLogoutRequest,
  toRedirectQuery,
} from './test/saml-logout.ts';
import {
  signXml,
  toAssertion,
  toResponse,
  type Algorithm,
  type SamlValues,
} from './test/saml-messages.ts';
import { certificateIn, metadataOf, newPerson, startSaml } from './test/saml.ts';

/** Tries each promise of our metadata, and what it does not promise (R-SSO-22). */
const product = await sharedApplication();
const { key, organization, start, valuesOf, finish, signInWith, outcomeOf } =
  await startSaml(product);

const { xml } = await metadataOf(product, organization.id);
const elements = allElements(parseXml(xml));
const named = (name: string) => elements.filter(({ localName }) => localName === name);
const algorithmsOf = (name: string) =>
  named(name).map((element) => attributeOf(element, 'Algorithm') ?? '');
const endpoints = (name: string) =>
  named(name).map((each) => [attributeOf(each, 'Binding'), attributeOf(each, 'Location')]);

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const base = `http://pregao.test/saml/${organization.id}`;

/** Signs in with a response; returns 'signed in', or the outcome in the log. */
const attempt = async (respond: (values: SamlValues) => string | Promise<string>) => {
  const started = await start();
  const values = valuesOf(started);
  const response = await respond(values);
  return finish(started, response).then(
    () => 'signed in',
    (error: unknown) => outcomeOf(Promise.reject(error)),
  );
};

const signed = (values: SamlValues, algorithm: Algorithm = 'sha256') =>
  signXml(toAssertion(values), 'Assertion', { ...key, algorithm });

const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';

/** Signs in with an encrypted assertion; `change` is made to the response. */
const encryptedAttempt = (
  content: string,
  keyAlgorithm = oaep,
  change = (response: string) => response,
) =>
  attempt(async (values) => {
    const encrypted = await encryptFor(product, organization, {
      xml: signed(values),
      content,
      key: keyAlgorithm,
    });
    return change(
      toResponse(values, `<saml:EncryptedAssertion>${encrypted}</saml:EncryptedAssertion>`),
    );
  });

const signResponse = (response: string) => signXml(response, 'Response', key);

/** Changes the last character but one of the encrypted content. */
const changeContent = (response: string) => {
  const end = response.lastIndexOf('</e:CipherValue>');
  if (end < 0) throw new Error('No encrypted content');
  const at = end - 6;
  return `${response.slice(0, at)}${response[at] === 'A' ? 'B' : 'A'}${response.slice(at + 1)}`;
};

describe('Our SAML metadata promises what is done (R-SSO-22)', () => {
  const methods = algorithmsOf('EncryptionMethod');
  const isContent = (method: string) => method.includes('aes') || method.includes('tripledes');

  test('encryption: an assertion is decrypted with each algorithm', async () => {
    const [contents, keys] = [
      methods.filter(isContent),
      methods.filter((each) => !isContent(each)),
    ];
    expect([contents.length, keys.length]).toEqual([2, 2]);
    for (const content of contents)
      for (const each of keys) expect(await encryptedAttempt(content, each)).toBe('signed in');
  });

  test.each([
    'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  ])('encryption: %s is not named, and accepted in a signed response only', async (content) => {
    expect(methods).not.toContain(content);
    expect(await encryptedAttempt(content)).toBe('encryption');
    expect(await encryptedAttempt(content, oaep, signResponse)).toBe('signed in');
    const changed = (response: string) => changeContent(signResponse(response));
    expect(await encryptedAttempt(content, oaep, changed)).toBe('signature');
    const { key: other } = await startSaml(product);
    const byOther = (response: string) => signXml(response, 'Response', other);
    expect(await encryptedAttempt(content, oaep, byOther)).toBe('signature');
  });

  test('encryption: a signed response inside one that was not signed hides no assertion', async () => {
    const cbc = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
    const wrapped = (response: string) => {
      const genuine = signResponse(response);
      const [signature = ''] = /<Signature .*<\/Signature>/s.exec(genuine) ?? [];
      const inner = genuine.replace(signature, '');
      return genuine.replace('</samlp:Status>', `</samlp:Status><x>${inner}</x>`);
    };
    expect(await encryptedAttempt(cbc, oaep, wrapped)).toBe('responseInvalid');
    const renamed = (response: string) => wrapped(response).replace(/ID="[^"]+"/, 'ID="_another"');
    expect(await encryptedAttempt(cbc, oaep, renamed)).toBe('responseInvalid');
  });

  test('encryption: triple DES is neither named nor accepted, even in a signed response', async () => {
    const content = 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc';
    expect(methods).not.toContain(content);
    expect(await encryptedAttempt(content)).toBe('encryption');
    expect(await encryptedAttempt(content, oaep, signResponse)).toBe('encryption');
  });

  test('encryption: RSA 1.5 is neither named nor accepted, nor another key', async () => {
    const rsa15 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';
    expect(methods).not.toContain(rsa15);
    const gcm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
    expect(await encryptedAttempt(gcm, rsa15)).toBe('encryption');
    const elsewhere = (await startSaml(product)).organization;
    const outcome = await attempt(async (values) => {
      const encrypted = await encryptFor(product, elsewhere, { xml: signed(values) });
      return toResponse(values, `<saml:EncryptedAssertion>${encrypted}</saml:EncryptedAssertion>`);
    });
    expect(outcome).toBe('encryption');
  });

  test('signatures: those of each method are verified, and others are refused by name', async () => {
    expect(algorithmsOf('SigningMethod').map((each) => each.split('#')[1])).toEqual([
      'rsa-sha256',
      'rsa-sha512',
    ]);
    expect(algorithmsOf('DigestMethod').map((each) => each.split('#')[1])).toEqual([
      'sha256',
      'sha512',
    ]);
    for (const algorithm of ['sha256', 'sha512'] as const)
      expect(await attempt((values) => toResponse(values, signed(values, algorithm)))).toBe(
        'signed in',
      );
    for (const other of ['rsa-sha384', 'ecdsa-sha256', 'rsa-sha1'])
      expect(
        await attempt((values) => toResponse(values, signed(values).replace('rsa-sha256', other))),
      ).toBe('algorithm');
  });

  test('names: people sign in with each format, and with no other', async () => {
    const formats = named('NameIDFormat').map(textOf);
    expect(formats[0]).toContain('persistent');
    for (const nameFormat of formats) {
      const person = newPerson(organization);
      const { user } = await signInWith({ ...person, nameFormat });
      expect(user.email).toBe(person.attributes.email);
    }
    const others = [
      ['urn:oasis:names:tc:SAML:2.0:nameid-format:transient', 'unstableName'],
      ['urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos', 'nameFormat'],
      ['urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName', 'nameFormat'],
    ] as const;
    for (const [nameFormat, outcome] of others) {
      expect(formats).not.toContain(nameFormat);
      expect(await attempt((values) => toResponse(values, signed({ ...values, nameFormat })))).toBe(
        outcome,
      );
    }
    // The request leaves the choice to the provider, which finds the formats in the metadata.
    const { request } = await start();
    expect(request).toContain('<samlp:NameIDPolicy');
    expect(request).not.toContain('nameid-format');
  });

  test('keys: requests are signed with a published key', async () => {
    const { url } = await start();
    const [text = '', signature = ''] = url.search.slice(1).split('&Signature=');
    const raw = Buffer.from(decodeURIComponent(signature), 'base64');
    const certificates = named('KeyDescriptor')
      .filter((each) => attributeOf(each, 'use') === 'signing')
      .map((each) => certificateIn(each.toString()));
    const verified = certificates.filter(({ publicKey }) =>
      createVerify('sha256').update(text).verify(publicKey, raw),
    );
    expect(verified).toHaveLength(1);
    const [role] = named('SPSSODescriptor');
    expect(attributeOf(role, 'AuthnRequestsSigned')).toBe('true');
    expect(attributeOf(role, 'WantAssertionsSigned')).toBe('true');
  });

  test('endpoints: each answers by each of its bindings, and there are no others', async () => {
    const services = elements.filter(({ localName }) => localName.endsWith('Service'));
    expect(services).toHaveLength(3);
    expect(endpoints('AssertionConsumerService')).toEqual([[post, `${base}/response`]]);
    expect(
      (await product.app.inject({ url: `/saml/${organization.id}/response` })).statusCode,
    ).not.toBe(200);
    expect(endpoints('SingleLogoutService')).toEqual([
      [redirect, `${base}/signed-out`],
      [post, `${base}/signed-out`],
    ]);
    const person = newPerson(organization);
    await signInWith(person);
    for (const [binding] of endpoints('SingleLogoutService')) {
      const request = toLogoutRequest(logoutValues(organization, person));
      const message = binding === redirect ? toRedirectQuery(request, key) : toForm(request, key);
      expect((await sendLogout(product, organization, message)).codes).toEqual(['Success']);
    }
  });
});
