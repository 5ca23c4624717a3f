import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { sharedApplication } from '#server/test/application.ts';
import { connectProvider } from './test/connection.ts';
import { newIdentity, startSso } from './test/flow.ts';

/** Checks providers that give claims at their userinfo endpoint, as LemonLDAP::NG does by default (R-SSO-20). */
const product = await sharedApplication();
const { provider, organization, signInWith, outcomeOf, roleOf } = await startSso(product);
afterAll(() => provider.close());

beforeEach(() => {
  provider.userInfoTokens = [];
});

const published = async () => {
  provider.userInfo = {};
  await connectProvider(product, organization, {
    issuer: provider.issuer,
    roleClaim: 'groups',
    roles: [{ value: 'traders', role: Role.Admin }],
  });
  await organization.owner.api.sso.test();
};
await published();

/** Signs in a person whose ID token has some claims, and userinfo others. */
const signInSplit = (token: object, userInfo: object | string) => {
  provider.userInfo = userInfo;
  return signInWith({ ...token });
};

describe('The userinfo endpoint (R-SSO-20)', () => {
  test('is asked with the access token for what the ID token lacks', async () => {
    const { sub, ...claims } = newIdentity(organization);
    const { user } = await signInSplit({ sub }, { sub, ...claims, groups: ['traders'] });
    expect(user).toMatchObject({ email: claims.email, firstName: 'Lia', lastName: 'Prado' });
    expect(await roleOf(user.id)).toBe(Role.Admin);
    expect(provider.userInfoTokens).toEqual(['Bearer access']);
  });

  test('is not asked when the ID token has all of it', async () => {
    await signInSplit({ ...newIdentity(organization), groups: [] }, { sub: 'another' });
    expect(provider.userInfoTokens).toEqual([]);
  });

  test('does not replace what the ID token says', async () => {
    const person = newIdentity(organization);
    const { user } = await signInSplit(person, {
      sub: person.sub,
      email: `other@${organization.domain}`,
      groups: 'traders',
    });
    expect(user.email).toBe(person.email);
    expect(await roleOf(user.id)).toBe(Role.Admin);
  });

  test.each<[string, (person: { sub: string; email: string }) => object | string]>([
    ['that names another person', ({ email }) => ({ sub: 'another', email })],
    ['without a name', ({ email }) => ({ email })],
    ['that is no JSON', () => 'no JSON'],
    ['that is larger than half a megabyte', ({ sub }) => ({ sub, more: 'a'.repeat(600_000) })],
  ])('with a reply %s is refused with its reason', async (_name, userInfo) => {
    const { sub, email } = newIdentity(organization);
    expect(await outcomeOf(signInSplit({ sub }, userInfo({ sub, email })))).toBe('userInfo');
  });

  test('signs in although it fails, if only a name is missing', async () => {
    const { given_name: _first, family_name: _last, ...person } = newIdentity(organization);
    const { user } = await signInSplit({ ...person, groups: [] }, 'no JSON');
    expect(user.email).toBe(person.email);
    expect(provider.userInfoTokens).toHaveLength(1);
  });

  test('is not asked where the provider has none', async () => {
    const other = await startSso(product);
    const sub = randomUUID();
    expect(await other.outcomeOf(other.signInWith({ sub }))).toBe('noEmail');
    other.provider.close();
  });
});

describe('An address that the provider calls not verified (R-SSO-20)', () => {
  test.each<[string, boolean | string, string]>([
    ['false', false, 'noEmail'],
    ['the text "false"', 'false', 'noEmail'],
  ])('is none: %s', async (_name, email_verified, outcome) => {
    const { sub, ...claims } = newIdentity(organization);
    const inToken = { sub, ...claims, groups: [], email_verified };
    expect(await outcomeOf(signInSplit(inToken, {}))).toBe(outcome);
    // Also where the other of the two says that it is.
    const atEndpoint = { sub, ...claims, groups: [], email_verified };
    expect(await outcomeOf(signInSplit({ sub, email_verified: true }, atEndpoint))).toBe(outcome);
  });

  test('signs in if the text says "true"', async () => {
    const person = { ...newIdentity(organization), groups: [], email_verified: 'true' };
    await expect(signInSplit(person, {})).resolves.toMatchObject({ user: { email: person.email } });
  });
});
