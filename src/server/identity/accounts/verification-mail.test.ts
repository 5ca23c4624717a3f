import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  memberPassword,
  priceIdOf,
  sharedApplication,
  signInOperator,
  toTestMember,
} from '#server/test/application.ts';

const product = await sharedApplication();
const { accounts } = product.anyone;
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const code = (expected: string) => expect.objectContaining({ code: expected });
const newAddress = () => `${randomUUID()}@example.com`;
const proofOf = (email: string, token = '') => ({
  email,
  token,
  password: memberPassword,
  passwordConfirm: memberPassword,
});

const register = async (subscriptionPriceId = free, more: object = {}) => {
  const body = {
    organization: `Organization ${randomUUID()}`,
    email: newAddress(),
    firstName: 'Ana',
    lastName: 'Souza',
    selectedSubscription: { subscriptionPriceId },
    ...more,
  };
  return { ...body, ...(await accounts.register({ body })) };
};
const mailsTo = async (email: string) =>
  (await product.app.inject(`/sandbox/mail.json?to=${email}`)).json() as { links: string[] }[];

describe('the verification email is sent again (R-ACC-28)', () => {
  test('with a link that works beside the first one', async () => {
    const { email, organization, verifyToken } = await register();
    const again = await accounts.resendVerification({ body: { email } });
    expect(again.verifyToken).not.toBe(verifyToken);
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
    const session = await accounts.verify({ body: proofOf(email, again.verifyToken) });
    expect(session.user.currentTenant?.name).toBe(organization);
  });

  test('neither to a verified address nor to an unknown one', async () => {
    const { email, verifyToken } = await register();
    await accounts.verify({ body: proofOf(email, verifyToken) });
    await expect(accounts.resendVerification({ body: { email } })).rejects.toEqual(
      code('account.verify.alreadyVerified'),
    );
    const stranger = newAddress();
    await expect(accounts.resendVerification({ body: { email: stranger } })).rejects.toEqual(
      code('account.login.nonexistent'),
    );
    expect(await mailsTo(stranger)).toEqual([]);
  });
});

describe('the address of a registration is corrected (R-ACC-28)', () => {
  const correction = async (price?: string, more?: object) => {
    const {
      email: formerEmail,
      correctionToken: token = '',
      ...rest
    } = await register(price, more);
    return { ...rest, body: { email: newAddress(), formerEmail, token } };
  };

  test('and the organization belongs to the new address alone', async () => {
    const { body, organization, verifyToken } = await correction();
    const corrected = await accounts.correctEmail({ body });
    const token = corrected.verifyToken;
    await expect.poll(async () => (await mailsTo(body.email)).length).toBe(1);
    // The link mailed to the wrong address no longer opens anything.
    await expect(accounts.verify({ body: proofOf(body.formerEmail, verifyToken) })).rejects.toEqual(
      code('account.verify.invalid'),
    );
    const { user } = await accounts.verify({ body: proofOf(body.email, token) });
    expect(user).toMatchObject({ firstName: 'Ana', lastName: 'Souza', email: body.email });
    expect([user.currentTenant?.name, user.tenants.length]).toEqual([organization, 1]);
    const reset = await accounts.reset({ params: { email: body.formerEmail } });
    const stranger = await accounts.verify({ body: proofOf(body.formerEmail, reset.verifyToken) });
    expect(stranger.user.tenants).toEqual([]);
  });

  test('and the customer at the provider has it (R-ACC-32)', async () => {
    const { body } = await correction(await priceIdOf(product, 'Pro', BillingPeriod.Yearly));
    const emails = async () => {
      const answer = await product.app.inject('/sandbox/payments.json');
      return answer.json<{ customers: { email: string }[] }>().customers.map(({ email }) => email);
    };
    expect(await emails()).toContain(body.formerEmail);
    await accounts.correctEmail({ body });
    await expect.poll(emails).toContain(body.email);
    expect(await emails()).not.toContain(body.formerEmail);
  });

  test('and an organization that was joined meanwhile stays with the former address', async () => {
    // Registered with a password, the person can sign in as soon as another organization lets them in.
    const password = memberPassword;
    const { body } = await correction(free, { password, confirmPassword: password });
    const { owner, id } = await createTestOrganization(product);
    const { link } = await owner.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
    });
    await product.anyone.invitations.requestAccess({
      params: { token: link },
      body: { email: body.formerEmail, password, passwordConfirm: password },
    });
    const session = await accounts.login({ body: { email: body.formerEmail, password } });
    const { api } = toTestMember(product, session);
    await api.users.updateDefaultTenant({ params: { userId: session.user.id, tenantId: id } });
    await expect(accounts.correctEmail({ body })).rejects.toEqual(code('account.verify.invalid'));
    expect(
      (await owner.api.members.getAll({ params: { tenantId: id } })).map(({ email }) => email),
    ).toEqual([owner.email, body.formerEmail]);
  });

  test('but not of a suspended person', async () => {
    const { body, user } = await correction();
    const operator = await signInOperator(product);
    const params = { id: user.id };
    await operator.api.suspensions.suspendUser({ params, body: { reason: 'Reported as fraud' } });
    await expect(accounts.correctEmail({ body })).rejects.toEqual(code('account.verify.invalid'));
    await operator.api.suspensions.liftUser({ params });
    await expect(accounts.correctEmail({ body })).resolves.toBeDefined();
  });

  test('again with the token of the first correction', async () => {
    const { body } = await correction();
    const first = await accounts.correctEmail({ body });
    const next = { email: newAddress(), formerEmail: body.email };
    const token = first.correctionToken ?? '';
    const second = await accounts.correctEmail({ body: { ...next, token } });
    await expect(
      accounts.verify({ body: proofOf(next.email, second.verifyToken) }),
    ).resolves.toBeDefined();
    await expect(accounts.correctEmail({ body })).rejects.toEqual(code('account.verify.invalid'));
  });

  test('only with the token of this registration, which verifies nothing', async () => {
    const { body, verifyToken = '' } = await correction();
    const other = await correction();
    for (const token of ['made up', verifyToken, other.body.token]) {
      await expect(accounts.correctEmail({ body: { ...body, token } })).rejects.toEqual(
        code('account.verify.invalid'),
      );
    }
    await expect(accounts.verify({ body: proofOf(body.formerEmail, body.token) })).rejects.toEqual(
      code('account.verify.invalid'),
    );
  });

  test('not once it is verified, and not to an address that has an account', async () => {
    const { body, verifyToken } = await correction();
    const { email } = await register();
    await expect(accounts.correctEmail({ body: { ...body, email } })).rejects.toEqual(
      code('account.login.exists'),
    );
    await accounts.verify({ body: proofOf(body.formerEmail, verifyToken) });
    await expect(accounts.correctEmail({ body })).rejects.toEqual(
      code('account.verify.alreadyVerified'),
    );
  });

  test('once for concurrent requests, and never beside a verification', async () => {
    const { body } = await correction();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        accounts.correctEmail({ body: { ...body, email: newAddress() } }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (let round = 0; round < 5; round += 1) {
      const { body, verifyToken } = await correction();
      const race = await Promise.allSettled([
        accounts.correctEmail({ body }),
        accounts.verify({ body: proofOf(body.formerEmail, verifyToken) }),
      ]);
      expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});
