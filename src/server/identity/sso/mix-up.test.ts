import { afterAll, describe, expect, test } from 'vitest';
import { mainHost } from '#server/enterprise/addresses/test/addresses.ts';
import { sharedApplication } from '#server/test/application.ts';
import { connectProvider, createSsoOrganization, type SsoOrganization } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { startForgingProvider } from './test/provider.ts';

/**
 * Two organizations with a provider each. The provider of one sends a visitor on to that of the other, which has a
 * session and answers to the product (RFC 9700 §4.4).
 */
const product = await sharedApplication();
const bank = await startSso(product);
const evil = {
  provider: await startForgingProvider(),
  organization: await createSsoOrganization(product),
};
await connectProvider(product, evil.organization, { issuer: evil.provider.issuer });
// As many providers, that of the bank names itself neither in its metadata nor in its responses.
bank.provider.namesIssuer = false;
afterAll(() => {
  bank.provider.close();
  evil.provider.close();
});
const expired = expect.objectContaining({ code: 'sso.expired' });
const { anyone } = product;

const startAt = async ({ id }: SsoOrganization) => {
  const { url, flow } = await anyone.sso.start({ body: { organization: id } });
  return { url: new URL(url ?? ''), flow: flow ?? '' };
};

/** Returns the address to which the provider sends the browser, as a person with a session there sees it. */
const answerOf = (asked: URL, changes: Record<string, string> = {}) => {
  const { redirect_uri = '', state = '', nonce = '' } = Object.fromEntries(asked.searchParams);
  const address = new URL(redirect_uri);
  // The code of the tests is the nonce of the sign-in.
  address.search = new URLSearchParams({ code: nonce, state, ...changes }).toString();
  return address;
};

/** Finishes as the page at an address does. */
const finishAt = ({ pathname, searchParams }: URL, flow: string) => {
  const organization = pathname.split('/').at(-1) ?? '';
  return anyone.sso.finish({ body: { organization, query: searchParams.toString(), flow } });
};

describe('A provider that sends its visitors to the provider of another organization (R-SSO-03)', () => {
  test('never receives the code of that provider', async () => {
    bank.provider.tokenFor = bank.issuing(newIdentity(bank.organization));
    const attacker = await startAt(bank.organization);
    const victim = await startAt(evil.organization);
    const state = victim.url.searchParams.get('state') ?? '';
    const answer = answerOf(attacker.url, { state });
    await expect(finishAt(answer, victim.flow)).rejects.toEqual(expired);
    expect(evil.provider.exchanges).toEqual([]);
    expect(evil.provider.discoveries).toBe(1);
    // The code is still good: with the state of its own sign-in it opens a session.
    await expect(finishAt(answerOf(attacker.url), attacker.flow)).resolves.toMatchObject({
      session: expect.anything(),
    });
  });

  test('learns no code by a test of its connection or by a step-up either', async () => {
    const { api } = evil.organization.owner;
    const attacker = await startAt(bank.organization);
    const { url, flow } = await api.sso.test();
    const state = new URL(url ?? '').searchParams.get('state') ?? '';
    const { pathname, searchParams } = answerOf(attacker.url, { state });
    const organization = pathname.split('/').at(-1) ?? '';
    const body = { organization, query: searchParams.toString(), flow: flow ?? '' };
    await expect(api.sso.finish({ body })).rejects.toEqual(expired);
    expect(evil.provider.exchanges).toEqual([]);
  });

  test('learns no code by the redirect to an address of its organization', async () => {
    const subdomain = `evil-${evil.organization.id.slice(-12)}`;
    await evil.organization.owner.api.tenants.update({
      params: { id: evil.organization.id },
      body: { name: 'Evil', subdomain, domain: '', appTheme: 'light', appColor: 'teal' },
    });
    const host = `${subdomain}.${mainHost}`;
    const attacker = await startAt(bank.organization);
    const { url } = await product.callerOf({ host }).sso.start({ body: {} });
    const asked = new URL(url ?? '');
    const state = asked.searchParams.get('state') ?? '';
    const visit = async ({ pathname, search }: URL) => {
      const reply = await product.app.inject({
        url: `${pathname}${search}`,
        headers: { host: mainHost },
      });
      return reply.headers['location'];
    };
    expect(await visit(answerOf(attacker.url, { state }))).toBeUndefined();
    expect(await visit(answerOf(asked))).toContain(`http://${host}/account/sso/callback`);
  });
});

describe('The issuer in a response (RFC 9207)', () => {
  const finishWith = async (changes: Record<string, string>, at = bank) => {
    const { provider, organization, issuing } = at;
    const { url, flow } = await startAt(organization);
    provider.exchanges = [];
    provider.tokenFor = issuing(newIdentity(organization));
    const outcome = await at.outcomeOf(finishAt(answerOf(url, changes), flow));
    return { outcome, exchanges: provider.exchanges.length };
  };
  const refused = { outcome: 'issuer', exchanges: 0 };

  test('is checked whenever it is sent', async () => {
    expect(await finishWith({ iss: evil.provider.issuer })).toEqual(refused);
    expect(await finishWith({ iss: `${bank.provider.issuer}/` })).toEqual(refused);
  });

  test('is required of a provider that announces it', async () => {
    const announcing = await startSso(product);
    expect(await finishWith({}, announcing)).toEqual(refused);
    announcing.provider.close();
  });
});
