import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { LoginType } from '#contract/statuses.ts';
import { startGoogleSandbox } from '#sandbox/google/google.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  memberPassword,
  priceIdOf,
  registerOwner,
  testApplication,
  toTestMember,
  type TestMember,
} from '#server/test/application.ts';
import { enrolledOwner, outcomesOf, refusalOf, totpCode } from './test/factors.ts';

const google = await startGoogleSandbox();
afterAll(() => google.close());
const clientId = 'pregao.apps.googleusercontent.com';
const product = await testApplication({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_KEYS_URL: google.keysUrl,
});
const { owner } = product.open;

/** Sets when the sessions of a person last authenticated. */
const authenticated = (userId: string, minutesAgo: number) =>
  owner.query(
    `update sessions set authenticated_at = now() - make_interval(mins => $2) where user_id = $1`,
    [userId, minutesAgo],
  );

/** A call with step-up authentication that changes nothing: the person has no second factor. */
const sensitive = ({ api }: Pick<TestMember, 'api'>) =>
  refusalOf(api.factors.replaceRecoveryCodes()).then(({ code }) => code);

describe('Step-up authentication', () => {
  test('permits sensitive calls for ten minutes, in one session only (R-MFA-08)', async () => {
    const person = await registerOwner(product);
    const { id, email } = person.user;
    expect(await sensitive(person)).toBe('factors.notEnrolled');
    await authenticated(id, 9);
    expect(await sensitive(person)).toBe('factors.notEnrolled');
    await authenticated(id, 11);
    const refusal = await refusalOf(person.api.factors.startTotp());
    expect([refusal.code, refusal.status]).toEqual(['access.stepUpRequired', 403]);
    const body = { email, password: memberPassword };
    const other = toTestMember(product, await product.anyone.accounts.login({ body }));
    expect(await sensitive(person)).toBe('access.stepUpRequired');
    expect(await sensitive(other)).toBe('factors.notEnrolled');
    await person.api.factors.stepUp({ body: { method: 'password', password: memberPassword } });
    expect(await sensitive(person)).toBe('factors.notEnrolled');
  });

  test('takes the password of an account without a second factor (R-MFA-08)', async () => {
    const { api, user } = await registerOwner(product);
    expect(await api.factors.getStepUpMethods()).toEqual({ methods: ['password'] });
    await authenticated(user.id, 11);
    const attempts = {
      'account.login.invalid': { method: 'password', password: 'another one' },
      validation: { method: 'password' },
      'factors.methodUnavailable': { method: 'totp', code: '000000' },
    } as const;
    for (const [expected, body] of Object.entries(attempts)) {
      expect((await refusalOf(api.factors.stepUp({ body }))).code).toBe(expected);
    }
    expect(await sensitive({ api })).toBe('access.stepUpRequired');
  });

  test('takes a second factor of an account with one, once, and not its password (R-MFA-08)', async () => {
    const { api, user, secret, recoveryCodes } = await enrolledOwner(product);
    expect(await api.factors.getStepUpMethods()).toEqual({ methods: ['totp', 'recoveryCode'] });
    await authenticated(user.id, 11);
    const byPassword = api.factors.stepUp({
      body: { method: 'password', password: memberPassword },
    });
    expect((await refusalOf(byPassword)).code).toBe('factors.methodUnavailable');
    const body = { method: 'totp', code: totpCode(secret) } as const;
    const raced = await outcomesOf(Array.from({ length: 8 }, () => api.factors.stepUp({ body })));
    expect(raced.succeeded).toBe(1);
    expect(new Set(raced.refusals)).toEqual(new Set(['factors.invalidCode']));
    await authenticated(user.id, 11);
    const recovery = { method: 'recoveryCode', code: recoveryCodes[0] ?? '' } as const;
    await api.factors.stepUp({ body: recovery });
    await expect(api.factors.replaceRecoveryCodes()).resolves.toHaveProperty('recoveryCodes');
  });

  test('takes a Google ID token of an account without a password (R-MFA-08)', async () => {
    const tag = randomUUID();
    const claims = { aud: clientId, sub: tag, email: `${tag}@gmail.com`, given_name: 'Ana' };
    const { user, token = '' } = await product.anyone.accounts.register({
      body: {
        organization: `Organization ${tag}`,
        loginType: LoginType.Gmail,
        secretSignInKey: await google.sign({ ...claims, family_name: 'Souza' }),
        selectedSubscription: {
          subscriptionPriceId: await priceIdOf(product, 'Pro', BillingPeriod.Yearly),
        },
      },
    });
    const { api } = toTestMember(product, { user, token });
    expect(await api.factors.getStepUpMethods()).toEqual({ methods: ['google'] });
    await authenticated(user.id, 11);
    const stepUp = async (sub: string, iat = Math.floor(Date.now() / 1000)) =>
      api.factors.stepUp({
        body: { method: 'google', idToken: await google.sign({ ...claims, sub, iat }) },
      });
    expect((await refusalOf(stepUp(randomUUID()))).code).toBe('factors.invalidCode');
    const fourMinutesAgo = Math.floor(Date.now() / 1000) - 240;
    expect((await refusalOf(stepUp(tag, fourMinutesAgo))).code).toBe('account.login.invalid');
    expect(await sensitive({ api })).toBe('access.stepUpRequired');
    await stepUp(tag);
    expect(await sensitive({ api })).toBe('factors.notEnrolled');
  });

  test('is needed to make and unmake owners, but not for other roles (R-MFA-08)', async () => {
    const { owner: boss, add } = await createTestOrganization(product);
    const { member } = await add(Role.Guest);
    await authenticated(boss.id, 11);
    const change = (role: Role) =>
      boss.api.members.update({
        params: { id: member },
        body: { firstName: 'Ana', lastName: 'Souza', role },
      });
    await expect(change(Role.Admin)).resolves.toMatchObject({ role: Role.Admin });
    expect((await refusalOf(change(Role.Owner))).code).toBe('access.stepUpRequired');
    await authenticated(boss.id, 1);
    await expect(change(Role.Owner)).resolves.toMatchObject({ role: Role.Owner });
    await authenticated(boss.id, 11);
    expect((await refusalOf(change(Role.Guest))).code).toBe('access.stepUpRequired');
  });

  test('is needed to invite, resend to and reactivate owners (R-MFA-08)', async () => {
    const { owner: boss, add } = await createTestOrganization(product);
    const second = await add(Role.Owner);
    const names = { firstName: 'Ana', lastName: 'Souza' };
    const invite = (role: Role) =>
      boss.api.invitations.invite({
        body: { ...names, role, email: `${randomUUID()}@example.com` },
      });
    const inviteMany = (role: Role) =>
      boss.api.invitations.inviteMany({
        body: { role, addresses: [`${randomUUID()}@example.com`] },
      });
    const invited = await invite(Role.Owner);
    const resend = () => boss.api.invitations.resend({ params: { id: invited.id } });
    await boss.api.members.deactivate({ params: { id: second.member } });
    const reactivate = () => boss.api.members.reactivate({ params: { id: second.member } });
    await authenticated(boss.id, 11);
    for (const call of [
      () => invite(Role.Owner),
      () => inviteMany(Role.Owner),
      resend,
      reactivate,
    ]) {
      expect((await refusalOf(call())).code).toBe('access.stepUpRequired');
    }
    await expect(invite(Role.Admin)).resolves.toMatchObject({ role: Role.Admin });
    await authenticated(boss.id, 1);
    await resend();
    await expect(reactivate()).resolves.toMatchObject({ role: Role.Owner });
  });

  test('is needed to open the join link further, but not to close it (R-MFA-08)', async () => {
    const { owner: boss } = await createTestOrganization(product);
    await authenticated(boss.id, 11);
    const set = (enableLink: boolean, requireAcceptance: boolean, resetLink = false) =>
      boss.api.invitations.updateSettings({
        body: { enableLink, requireAcceptance, resetLink, enablePublicUrl: false },
      });
    expect((await refusalOf(set(true, true))).code).toBe('access.stepUpRequired');
    await set(false, true);
    await authenticated(boss.id, 1);
    await set(true, true);
    await authenticated(boss.id, 11);
    await set(true, true, true);
    expect((await refusalOf(set(true, false))).code).toBe('access.stepUpRequired');
    expect(await set(false, true)).toMatchObject({ linkActive: false });
  });

  test('is needed to move the addresses of an organization, but not to rename it (R-MFA-08)', async () => {
    const { owner: boss, id } = await createTestOrganization(product);
    const { name, subdomain, domain } = await boss.api.tenants.getCurrent();
    const update = (change: object) =>
      boss.api.tenants.update({
        params: { id },
        body: { name, subdomain, domain, appTheme: 'light', appColor: 'teal', ...change },
      });
    await authenticated(boss.id, 11);
    await update({ name: `${name} renamed` });
    for (const change of [{ subdomain: `s-${id.slice(0, 13)}` }, { domain: 'app.example.com' }]) {
      expect((await refusalOf(update(change))).code).toBe('access.stepUpRequired');
    }
    await authenticated(boss.id, 1);
    await update({ domain: 'app.example.com' });
  });

  test('is needed for the domains of an organization (R-MFA-08)', async () => {
    const { owner: boss } = await createTestOrganization(product);
    const { domains } = boss.api;
    const body = { domain: `${randomUUID()}.example.com` };
    const { id } = await domains.add({ body });
    await authenticated(boss.id, 11);
    for (const call of [
      () => domains.add({ body: { domain: `${randomUUID()}.example.com` } }),
      () => domains.verify({ params: { id } }),
      () => domains.remove({ params: { id } }),
    ]) {
      expect((await refusalOf(call())).code).toBe('access.stepUpRequired');
    }
  });
});
