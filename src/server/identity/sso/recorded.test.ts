import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sharedApplication } from '#server/test/application.ts';
import { addressesOf } from './service/addresses.ts';
import { oidcSignInUrl, readOidcResponse } from './service/oidc.ts';
import { readName } from './service/saml/identity.ts';
import { parseLogoutRequest, readRedirect } from './service/saml/logout-message.ts';
import { readProviderMetadata } from './service/saml/metadata.ts';
import { requestIdOf } from './service/saml/request.ts';
import { readSamlResponse } from './service/saml/response.ts';
import { attributeOf, onlyChild, textOf } from './service/saml/xml.ts';
import lemonOidc from './test/recorded/lemonldap-openid-connect.json' with { type: 'json' };
import lemonSaml from './test/recorded/lemonldap-saml.json' with { type: 'json' };
import simpleSaml from './test/recorded/simplesamlphp.json' with { type: 'json' };

/**
 * Reads what SimpleSAMLphp 1.19 and LemonLDAP::NG 2.16 have sent, with the clock of then. Only the functions that read it
 * run by that clock: the database of a product refuses it, also that of other files in this process.
 * `RECORD=1 npm run longrun -- identity-providers` records it again.
 */
const clock = new AsyncLocalStorage<number>();
const usual = Date;
const now = () => clock.getStore() ?? usual.now();

beforeAll(() => {
  const OfRecord = new Proxy(Date, {
    construct: (real, given, target) =>
      Reflect.construct(real, given.length > 0 ? given : [now()], target) as Date,
    get: (real, name) => (name === 'now' ? now : (Reflect.get(real, name) as unknown)),
  });
  vi.stubGlobal('Date', OfRecord);
});
afterAll(() => void vi.unstubAllGlobals());

const runAt = <Result>(at: string, work: () => Promise<Result>) => clock.run(Date.parse(at), work);

const addressesFor = (tenant: string) =>
  addressesOf({ origin: () => 'http://pregao.test' }, tenant);

type Change = (text: string) => string;
const unchanged: Change = (text) => text;

/** Returns the text with another byte where the first match of the pattern ends. */
const changeByte = (text: string, pattern: RegExp) => {
  const found = pattern.exec(text);
  if (!found) throw new Error(`Nothing matches ${pattern}`);
  const at = found.index + found[0].length - 1;
  return `${text.slice(0, at)}${text[at] === 'B' ? 'C' : 'B'}${text.slice(at + 1)}`;
};

const offline = () => Promise.reject(new Error('A recorded provider has no address'));

type RecordedSaml = typeof simpleSaml;

/** Returns functions that read what a SAML provider has sent, after a change. */
const readersOf = ({ tenant, keys, ...recorded }: RecordedSaml) => {
  const addresses = addressesFor(tenant);
  const connect = async (metadata: string) => ({
    addresses,
    keys,
    provider: await readProviderMetadata(offline, metadata),
  });
  const respond = async (
    { at, flow, response }: RecordedSaml['plain'],
    change = unchanged,
    metadata = recorded.metadata,
  ) => {
    const client = await connect(metadata);
    const xml = change(Buffer.from(response, 'base64').toString());
    const encoded = Buffer.from(xml).toString('base64');
    const answer = { encoded, requestId: requestIdOf({ flow }) };
    return runAt(at, () => readSamlResponse(client, answer));
  };
  const askToSignOut = async (change: Change) => {
    const message = await readRedirect(change(recorded.logoutRequest.query));
    const request = parseLogoutRequest(message);
    await message.verify(request, await connect(recorded.metadata));
    return {
      destination: attributeOf(request, 'Destination'),
      name: await readName(request, keys.privateKey),
      sessionIndex: textOf(onlyChild(request, 'protocol', 'SessionIndex')),
    };
  };
  return {
    respond,
    plain: (change: Change) => respond(recorded.plain, change),
    encrypted: (change: Change) => respond(recorded.encrypted, change),
    metadata: (change: Change) => respond(recorded.plain, unchanged, change(recorded.metadata)),
    logoutRequest: askToSignOut,
  };
};

describe.each([
  ['SimpleSAMLphp', 'lia', simpleSaml],
  ['LemonLDAP::NG', 'dwho', lemonSaml],
])('What %s has sent by SAML', (_name, person, recorded) => {
  const { respond, ...read } = readersOf(recorded);

  test('signs in a person (R-SSO-10, R-SSO-11)', async () => {
    await expect(read.plain(unchanged)).resolves.toMatchObject({
      email: `${person}@${recorded.domain}`,
      firstName: 'Lia',
      lastName: 'Prado',
    });
  });

  test('signs in the same person if AES-CBC encrypts it (R-SSO-11)', async () => {
    const { email, subject } = await read.plain(unchanged);
    await expect(read.encrypted(unchanged)).resolves.toMatchObject({ email, subject });
  });

  test('needs its new metadata for a new certificate (R-SSO-10)', async () => {
    const { next, plain, nextMetadata } = recorded;
    const refusal = { outcome: 'signature' };
    await expect(respond(next)).rejects.toMatchObject(refusal);
    await expect(respond(next, unchanged, nextMetadata)).resolves.toBeDefined();
    await expect(respond(plain, unchanged, nextMetadata)).rejects.toMatchObject(refusal);
  });

  test('asks to sign out of the session that it opened (R-SSO-19)', async () => {
    const { signOut } = await read.plain(unchanged);
    const { destination, ...session } = await read.logoutRequest(unchanged);
    expect(destination).toBe(addressesFor(recorded.tenant).samlSignedOut);
    expect({ protocol: 'saml', ...session }).toEqual(signOut);
  });

  test('answers our logout request, and leads to the sign-in page (R-SSO-13)', async () => {
    const { tenant, logoutResponse } = recorded;
    const { app } = await sharedApplication();
    const reply = await app.inject(`/saml/${tenant}/signed-out?${logoutResponse.query}`);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/account/login']);
  });

  test.each<[string, keyof typeof read, RegExp, string]>([
    ['the name of the person', 'plain', /:NameID[^>]*>./, 'signature'],
    ['the address of the person', 'plain', /AttributeValue[^>]*>[\w-]+@./, 'signature'],
    ['the audience', 'plain', /Audience>.{10}/, 'signature'],
    ['the signature', 'plain', /:Assertion .*?SignatureValue>.{9}/s, 'signature'],
    ['the encrypted text', 'encrypted', /.*<[\w:]*CipherValue>\s*\S{40}/s, 'signature'],
    ['the certificate', 'metadata', /X509Certificate>\s*(?:\S\s*){600}/, 'signature'],
    ['the signature of the logout request', 'logoutRequest', /Signature=.*?\w{9}/, 'signature'],
  ])('is refused with another byte in %s (R-SSO-11)', async (_part, message, pattern, outcome) => {
    const attempt = read[message]((text) => changeByte(text, pattern));
    await expect(attempt).rejects.toMatchObject({ outcome });
  });
});

describe('What LemonLDAP::NG has sent by OpenID Connect', () => {
  const { client, at, query, state, flow, tenant, replies } = lemonOidc;
  const known = new Map(Object.entries(replies));

  /** Signs in with the recorded replies, after a change of one of them. */
  const signIn = (path: string, change: Change) => {
    const dependencies = {
      redirectUri: addressesFor(tenant).callback,
      fetch: async (url: string) => {
        const { body, type } = known.get(url) ?? (await offline());
        const headers = { 'content-type': type };
        return new Response(url.endsWith(path) ? change(body) : body, { headers });
      },
    };
    const secrets = { state, flow };
    return runAt(at, async () => {
      await oidcSignInUrl(dependencies, client, { ...secrets, isFresh: false, isTest: true });
      return readOidcResponse(dependencies, client, { ...secrets, query, neededClaim: '' });
    });
  };

  test('signs in a person, whose address userinfo has (R-SSO-04, R-SSO-20)', async () => {
    await expect(signIn('', unchanged)).resolves.toMatchObject({
      subject: 'dwho',
      email: 'dwho@lemon-oidc.example.com',
      firstName: 'Lia',
      lastName: 'Prado',
    });
  });

  test.each<[string, string, RegExp, object]>([
    [
      'the issuer',
      '-configuration',
      /"issuer":"./,
      { code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' },
    ],
    ['the key', '/jwks', /"n":".{9}/, { outcome: 'tokenKeys' }],
    [
      'the claims',
      '/token',
      /"id_token":"[^.]+\..{9}/,
      { outcome: expect.stringMatching(/tokenKeys|responseInvalid/) },
    ],
    ['the signature', '/token', /"id_token":"[^.]+\.[^.]+\..{9}/, { outcome: 'tokenKeys' }],
    ['the person at userinfo', '/userinfo', /"sub":"./, { outcome: 'userInfo' }],
  ])('is refused with another byte in %s (R-SSO-04)', async (_part, path, pattern, refusal) => {
    await expect(signIn(path, (body) => changeByte(body, pattern))).rejects.toMatchObject(refusal);
  });
});
