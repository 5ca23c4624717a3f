import type { JWTPayload } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import type { Api } from '#contract/api-client.ts';
import type { SignInReply } from '#contract/users.ts';
import { enroll } from '#server/identity/factors/test/factors.ts';
import { registerOwner, sharedApplication, toTestMember } from '#server/test/application.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { newPerson, returnedTo, startSaml, toStarted } from './test/saml.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const oidc = await startSso(product);
const saml = await startSaml(product);
afterAll(() => oidc.provider.close());

const callerOf = ({ token }: Pick<SignInReply, 'token'>): Api =>
  product.callerOf({ authorization: `Bearer ${token}` });
const now = () => Math.floor(Date.now() / 1_000);

/** A call with step-up authentication, which then fails because the person has no second factor. */
const sensitive = (api: Api) =>
  api.factors.replaceRecoveryCodes().then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

/** Makes the last authentication of a person too old for sensitive calls. */
const forget = async ({ user }: Pick<SignInReply, 'user'>) => {
  await store.query(
    `update sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`,
    [user.id],
  );
};

/** Authenticates again with OpenID Connect; returns whether that was confirmed. */
const confirm = async (api: Api, claims: JWTPayload) => {
  const { url, flow } = await api.sso.startStepUp();
  const asked = new URL(url ?? '').searchParams;
  oidc.provider.tokenFor = oidc.issuing(claims);
  const query = new URLSearchParams({
    state: asked.get('state') ?? '',
    code: asked.get('nonce') ?? '',
    iss: oidc.provider.issuer,
  });
  const finish = (as = api) =>
    as.sso.finish({
      body: { organization: oidc.organization.id, query: query.toString(), flow: flow ?? '' },
    });
  return { asked, finish };
};

describe('Step-up authentication at the identity provider (R-SSO-14)', () => {
  test('is the method of people who have neither a password nor a second factor', async () => {
    const session = await oidc.signInWith(newIdentity(oidc.organization));
    const api = callerOf(session);
    expect(await api.factors.getStepUpMethods()).toEqual({
      methods: ['sso'],
      provider: new URL(oidc.provider.issuer).host,
    });
    const person = await registerOwner(product);
    await expect(person.api.sso.startStepUp()).rejects.toMatchObject({
      code: 'factors.methodUnavailable',
    });
  });

  test('asks the person to sign in again, and permits sensitive calls of this session', async () => {
    const person = newIdentity(oidc.organization);
    const session = await oidc.signInWith(person);
    const other = await oidc.signInWith(person);
    const api = callerOf(session);
    await forget(session);
    expect(await sensitive(api)).toBe('access.stepUpRequired');
    const { asked, finish } = await confirm(api, { ...person, auth_time: now() });
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    await expect(finish()).resolves.toMatchObject({ session: null, test: null, confirmed: true });
    expect(await sensitive(api)).toBe('factors.notEnrolled');
    expect(await sensitive(callerOf(other))).toBe('access.stepUpRequired');
    expect((await oidc.outcomes())[0]).toBe('confirmed');
  });

  test.each<[string, string, JWTPayload]>([
    ['an authentication of before', 'notFresh', { auth_time: now() - 600 }],
    ['no time of authentication', 'notFresh', { auth_time: undefined }],
    ['another person', 'otherPerson', { sub: 'another', auth_time: now() + 60 }],
  ])('with %s is refused', async (_name, outcome, claims) => {
    const person = newIdentity(oidc.organization);
    const session = await oidc.signInWith(person);
    const api = callerOf(session);
    await forget(session);
    const { finish } = await confirm(api, { ...person, ...claims });
    expect(await oidc.outcomeOf(finish())).toBe(outcome);
    expect(await sensitive(api)).toBe('access.stepUpRequired');
  });

  test('is finished by its own session only', async () => {
    const person = newIdentity(oidc.organization);
    const [session, other] = [await oidc.signInWith(person), await oidc.signInWith(person)];
    for (const api of [callerOf(other), product.anyone]) {
      const { finish } = await confirm(callerOf(session), { ...person, auth_time: now() });
      await expect(finish(api)).rejects.toMatchObject({ code: 'sso.expired' });
    }
  });

  test('is no way around a second factor', async () => {
    const person = newIdentity(oidc.organization);
    const session = await oidc.signInWith(person);
    const member = toTestMember(product, session);
    const begun = await confirm(member.api, { ...person, auth_time: now() });
    await enroll(member);
    await forget(session);
    await expect(begun.finish()).rejects.toMatchObject({ code: 'factors.methodUnavailable' });
    await expect(member.api.sso.startStepUp()).rejects.toMatchObject({
      code: 'factors.methodUnavailable',
    });
    expect(await sensitive(member.api)).toBe('access.stepUpRequired');
    const { methods } = await member.api.factors.getStepUpMethods();
    expect(methods).toEqual(['totp', 'recoveryCode']);
  });

  test('works with SAML 2.0: forced, and refused if the provider answers from its session', async () => {
    const person = newPerson(saml.organization);
    const session = await saml.signInWith(person);
    const api = callerOf(session);
    const confirmWith = async (authenticated: number) => {
      const started = toStarted(await api.sso.startStepUp());
      expect(started.request).toContain('ForceAuthn="true"');
      const values = saml.valuesOf(started, { ...person, authenticated });
      const { location } = await saml.post(saml.respond(values), started.state);
      const body = { ...returnedTo(location), flow: started.flow };
      return api.sso.finish({ body });
    };
    await forget(session);
    expect(await saml.outcomeOf(confirmWith(-600))).toBe('notFresh');
    expect(await sensitive(api)).toBe('access.stepUpRequired');
    await expect(confirmWith(0)).resolves.toMatchObject({ confirmed: true });
    expect(await sensitive(api)).toBe('factors.notEnrolled');
  });

  test('ends with the connection', async () => {
    const session = await saml.signInWith({});
    await saml.organization.owner.api.sso.deactivate();
    await expect(callerOf(session).sso.startStepUp()).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await saml.organization.owner.api.sso.activate();
  });
});
