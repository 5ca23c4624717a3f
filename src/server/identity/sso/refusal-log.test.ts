import { afterAll, describe, expect, test } from 'vitest';
import { ssoOutcomes, type SsoOutcome } from '#contract/sso/outcomes.ts';
import { sso as english } from '#locales/en-US/sso.ts';
import { sso as spanish } from '#locales/es-MX/sso.ts';
import { sso as hindi } from '#locales/hi-IN/sso.ts';
import { sso as portuguese } from '#locales/pt-BR/sso.ts';
import { testApplication } from '#server/test/application.ts';
import { connectProvider, createSsoOrganization } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { encryptFor } from './test/saml-encryption.ts';
import {
  logoutValues,
  sendLogout,
  toForm,
  toLogoutRequest,
  toRedirectQuery,
} from './test/saml-logout.ts';
import { signXml, toAssertion, toResponse, type SamlValues } from './test/saml-messages.ts';
import { startSaml } from './test/saml.ts';

/** Checks that each cause of a refusal has a sentence for owners and a line for operators (R-SSO-23). */
const lines: string[] = [];
const product = await testApplication(
  { LOG_LEVEL: 'info', INSTANCES: '1' },
  { write: (line) => lines.push(line) },
);
const saml = await startSaml(product);
const oidc = await startSso(product);
afterAll(() => oidc.provider.close());

type Line = { level: number; msg: string; outcome: string; detail?: string; reference: string };
const refusals = () =>
  lines
    .splice(0)
    .map((line) => ({ line, ...(JSON.parse(line) as Line) }))
    .filter(({ msg }) => msg.includes('refused') && msg.includes('identity provider'));

const [info, warn] = [30, 40];
const signed = (values: SamlValues) => signXml(toAssertion(values), 'Assertion', saml.key);

describe('A refused sign-in is logged with its cause (R-SSO-23)', () => {
  test.each<[SsoOutcome, string, number, (values: SamlValues) => string]>([
    ['unsigned', 'an assertion without a signature', warn, (v) => toResponse(v, toAssertion(v))],
    [
      'algorithm',
      'signature method http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
      warn,
      (v) => toResponse(v, signed(v).replace('rsa-sha256', 'rsa-sha384')),
    ],
    [
      'signature',
      'Invalid signature',
      warn,
      (v) => toResponse(v, signed(v)).replace('>Lia<', '>Eva<'),
    ],
    ['audience', 'audience', warn, (v) => toResponse(v, signed({ ...v, audience: 'urn:other' }))],
    [
      'issuer',
      'issuer of the assertion',
      warn,
      (v) => toResponse(v, signed({ ...v, issuer: 'x' })),
    ],
    [
      'recipient',
      'recipient of the confirmation',
      warn,
      (v) => toResponse(v, signed({ ...v, recipient: 'urn:other' })),
    ],
    [
      'denied',
      'status urn:oasis:names:tc:SAML:2.0:status:Responder',
      info,
      (v) => toResponse(v, '', { status: 'Responder' }),
    ],
    ['responseInvalid', 'not a SAML response', warn, () => 'no XML'],
  ])('SAML: %s', async (outcome, detail, level, forge) => {
    const started = await saml.start();
    const values = saml.valuesOf(started);
    refusals();
    expect(await saml.outcomeOf(saml.finish(started, forge(values)))).toBe(outcome);
    const [line, ...others] = refusals();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ outcome, detail, level, protocol: 'saml' });
    expect(line?.reference).toMatch(/^[\dA-F]{10}$/);
    expect(line).toMatchObject({ tenant: saml.organization.id, reqId: expect.any(String) });
    for (const secret of [values.nameId, started.state, started.flow, 'Signature>'])
      expect(line?.line).not.toContain(secret);
  });

  test.each<[SsoOutcome, string, number, object]>([
    ['clientAudience', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED aud', warn, { aud: 'another' }],
    ['otherRequest', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED nonce', warn, { nonce: 'another' }],
    ['responseExpired', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED exp', warn, { exp: 1 }],
  ])('OpenID Connect: %s', async (outcome, detail, level, changes) => {
    const person = newIdentity(oidc.organization);
    refusals();
    expect(await oidc.outcomeOf(oidc.signInWith({ ...person, ...changes }))).toBe(outcome);
    const [line] = refusals();
    expect(line).toMatchObject({ outcome, detail, level, protocol: 'oidc' });
    expect(line?.line).not.toContain(person.sub);
  });

  test('a refused logout request has its cause, too', async () => {
    refusals();
    const request = toLogoutRequest(logoutValues(saml.organization, { nameId: 'n', issued: -900 }));
    await sendLogout(product, saml.organization, toRedirectQuery(request, saml.key));
    expect(refusals()[0]).toMatchObject({ outcome: 'responseExpired', level: warn });
  });

  test.each([
    ['redirect', toRedirectQuery],
    ['form', toForm],
  ])(
    'a logout request by %s whose name is encrypted for another key has that cause, for owners too',
    async (_binding, toMessage) => {
      refusals();
      const { organization, key, outcomes } = saml;
      const xml = `<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">n</saml:NameID>`;
      const encrypted = await encryptFor(product, oidc.organization, { xml });
      const name = `<saml:EncryptedID>${encrypted}</saml:EncryptedID>`;
      const request = toLogoutRequest(logoutValues(organization, { nameId: 'n' }), name);
      const { codes } = await sendLogout(product, organization, toMessage(request, key));
      expect(codes).toEqual(['Requester', 'RequestDenied']);
      const detail = 'decryption failed: another key, or a changed text';
      expect(refusals()).toEqual([
        expect.objectContaining({ outcome: 'encryption', detail, level: warn }),
      ]);
      expect((await outcomes())[0]).toBe('encryption');
    },
  );
});

test('a start that does not reach the provider is logged with its cause, for owners too (R-SSO-23)', async () => {
  const place = await createSsoOrganization(product);
  await connectProvider(product, place, { issuer: 'http://127.0.0.1:9' });
  lines.length = 0;
  const start = product.anyone.sso.start({ body: { organization: place.id } });
  await expect(start).rejects.toMatchObject({ code: 'sso.unreachable' });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({
      msg: 'request refused',
      status: 400,
      cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
    }),
  );
  expect(lines.filter((line) => line.includes('ECONNREFUSED'))).toHaveLength(1);
  const [line] = refusals();
  expect(line).toMatchObject({ outcome: 'unreachable', level: warn, tenant: place.id });
  const { items } = await place.owner.api.sso.getEvents({});
  expect(items).toEqual([
    expect.objectContaining({ outcome: 'unreachable', reference: line?.reference, email: null }),
  ]);
});

describe('Each cause has its own sentence in the log of owners (R-SSO-23)', () => {
  test.each([
    ['en-US', english],
    ['pt-BR', portuguese],
    ['es-MX', spanish],
    ['hi-IN', hindi],
  ])('%s', (_language, { outcome }) => {
    expect(Object.keys(outcome).toSorted()).toEqual([...ssoOutcomes].toSorted());
    expect(new Set(Object.values(outcome)).size).toBe(ssoOutcomes.length);
    const withClient = ssoOutcomes.filter((each) =>
      /client(e)? ?ID|ID (do|de) cliente|क्लाइंट ID/i.test(outcome[each]),
    );
    // Only OpenID Connect refuses with these.
    expect(withClient).toEqual(['clientRejected', 'clientAudience']);
  });
});
