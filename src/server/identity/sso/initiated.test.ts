import { afterAll, describe, expect, test } from 'vitest';
import { sharedApplication } from '#server/test/application.ts';
import { startSso } from './test/flow.ts';
import { newPerson, startSaml } from './test/saml.ts';

/** Checks sign-ins that begin at the provider (R-SSO-18). */
const product = await sharedApplication();
const saml = await startSaml(product);
const oidc = await startSso(product);
afterAll(() => oidc.provider.close());

const page = (id: string) => `/account/sso/${id}`;
/** Returns a response without a request, as a portal of a provider posts it. */
const unsolicited = () =>
  saml
    .respond(saml.valuesOf({ requestId: '' }, newPerson(saml.organization)))
    .replace(/ InResponseTo=""/, '');

describe('A sign-in that begins at the portal of a SAML provider (R-SSO-18)', () => {
  test.each(['', 'https://pregao.example/app', 'unknown'])(
    'leads to a sign-in of our own, whatever its state is: "%s"',
    async (state) => {
      const { status, location } = await saml.post(unsolicited(), state);
      expect([status, location]).toEqual([303, `${page(saml.organization.id)}?from=provider`]);
    },
  );

  test('is never accepted for a sign-in that waits, and has an entry in the log', async () => {
    const started = await saml.start();
    expect(await saml.outcomeOf(saml.finish(started, unsolicited()))).toBe('unsolicited');
  });

  test('that the provider answers in the same way again ends with an entry in the log', async () => {
    // The browser finishes the sign-in that it began, to which nothing was posted.
    const { state, flow } = await saml.start();
    const body = { organization: saml.organization.id, query: `state=${state}`, flow };
    expect(await saml.outcomeOf(product.anyone.sso.finish({ body }))).toBe('unsolicited');
  });

  test('is no response that names another request, nor another text', async () => {
    const answered = saml.respond(saml.valuesOf({ requestId: '_other' }));
    for (const xml of [answered, 'no XML', '<!DOCTYPE a><a/>', '<a/>'])
      expect((await saml.post(xml, '')).location).toContain('/account/sso/callback/');
  });
});

describe('A sign-in that a provider of OpenID Connect starts (R-SSO-18)', () => {
  const start = (issuer: string) =>
    product.anyone.sso.start({ body: { organization: oidc.organization.id, issuer } });

  test('begins for the issuer of the connection, and for no other', async () => {
    expect((await start(oidc.provider.issuer)).url).toContain(oidc.provider.issuer);
    for (const other of ['https://evil.example', '', `${oidc.provider.issuer}/`])
      expect(await start(other)).toEqual({ url: null, flow: null });
  });

  test('may be posted, and leads nowhere else than to the page of the organization', async () => {
    const form = new URLSearchParams({
      iss: oidc.provider.issuer,
      login_hint: 'lia',
      target_link_uri: 'https://evil.example',
    });
    const post = (organization: string) =>
      product.app.inject({
        method: 'POST',
        url: page(organization),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: form.toString(),
      });
    const { statusCode, headers } = await post(oidc.organization.id);
    const query = new URLSearchParams({ iss: oidc.provider.issuer });
    expect([statusCode, headers['location']]).toEqual([
      303,
      `${page(oidc.organization.id)}?${query}`,
    ]);
    const elsewhere = await post('%2F%2Fevil.example');
    expect(elsewhere.headers['location']).toMatch(/^\/account\/sso\/%2F%2Fevil\.example\?/);
  });
});
