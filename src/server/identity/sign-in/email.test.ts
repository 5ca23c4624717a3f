import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import {
  createProvisionedOrganization,
  newScimUser,
  patchOf,
} from '#server/enterprise/scim/test/client.ts';
import {
  invitationBody,
  linkParameter,
  waitForMail,
} from '#server/identity/invitations/test/invitations.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import {
  memberPassword,
  priceIdOf,
  registerOwner,
  signInOperator,
  testApplication,
  toTestMember,
  type TestApplication,
  type TestMember,
} from '#server/test/application.ts';

const product = await testApplication();
const { accounts, signIn } = product.anyone;
const { owner: rows } = product.open;
const code = (expected: string) => expect.objectContaining({ code: expected });
const newAddress = () => `${randomUUID()}@example.com`;
const login = async (email: string, password = memberPassword) =>
  accounts.login({ body: { email, password } });

/** Requests the address for a member and returns the mailed token. */
const requestedToken = async (
  member: TestMember,
  email: string,
  app: TestApplication = product,
) => {
  await member.api.signIn.requestEmail({ body: { email, password: memberPassword } });
  return linkParameter(await waitForMail(app, email, { containing: '/account/email?t=' }), 't');
};
const undoToken = async (email: string) =>
  linkParameter(await waitForMail(product, email, { containing: '/account/email?undo=' }), 'undo');
/** Changes the address of a member; returns the token that restores the former one. */
const change = async (member: TestMember, email: string, former: string) => {
  const token = await requestedToken(member, email);
  await member.api.signIn.confirmEmail({ body: { token } });
  return undoToken(former);
};
const emailOf = async ({ user }: TestMember) => {
  const found = await rows.query<{ email: string }>('select email from users where id = $1', [
    user.id,
  ]);
  return found.rows[0]?.email;
};

describe('a change of the email (R-ACC-29)', () => {
  test('takes effect when the link at the new address is opened', async () => {
    const member = await registerOwner(product);
    const email = newAddress();
    const token = await requestedToken(member, email);
    await expect(member.api.signIn.getOwn()).resolves.toEqual({
      hasPassword: true,
      hasGoogle: false,
      canLinkGoogle: false,
      pendingEmail: email,
    });
    expect(await emailOf(member)).toBe(member.user.email);
    await expect(member.api.signIn.confirmEmail({ body: { token } })).resolves.toEqual({ email });
    await expect(login(email)).resolves.toMatchObject({ user: { id: member.user.id, email } });
    await expect(login(member.user.email)).rejects.toEqual(code('account.login.nonexistent'));
    expect(await member.api.signIn.getOwn()).toMatchObject({ pendingEmail: null });
  });

  test('needs the password, a new address and a confirmed account with a password', async () => {
    const member = await registerOwner(product);
    const request = (email: string, password = memberPassword) =>
      member.api.signIn.requestEmail({ body: { email, password } });
    await expect(request(newAddress(), 'not the password')).rejects.toEqual(
      code('account.login.invalid'),
    );
    await expect(request(member.user.email.toUpperCase())).rejects.toEqual(
      code('account.sameEmail'),
    );
    await rows.query('update users set verified_at = null where id = $1', [member.user.id]);
    await expect(request(newAddress())).rejects.toEqual(code('account.login.unverified'));
    await rows.query('update users set password_hash = null where id = $1', [member.user.id]);
    await expect(request(newAddress())).rejects.toEqual(code('account.noPassword'));
    const operator = await signInOperator(product);
    const body = { email: newAddress(), password: memberPassword };
    await expect(operator.api.signIn.requestEmail({ body })).rejects.toEqual(
      code('account.cannotChangeAdminEmail'),
    );
  });

  test('is refused for the address of another account', async () => {
    const [member, other] = [await registerOwner(product), await registerOwner(product)];
    const body = { email: other.user.email, password: memberPassword };
    await expect(member.api.signIn.requestEmail({ body })).rejects.toEqual(
      code('account.login.exists'),
    );
  });

  test('refuses a link that is guessed, used, expired, replaced or of another person', async () => {
    const [member, other] = [await registerOwner(product), await registerOwner(product)];
    const confirm = (token: string, by = member) => by.api.signIn.confirmEmail({ body: { token } });
    const invalid = code('account.verify.invalid');
    const first = await requestedToken(member, newAddress());
    const email = newAddress();
    const token = await requestedToken(member, email);
    await expect(confirm('guessed')).rejects.toEqual(invalid);
    await expect(confirm(first)).rejects.toEqual(invalid);
    await expect(confirm(token, other)).rejects.toEqual(invalid);
    await expect(product.anyone.signIn.confirmEmail({ body: { token } })).rejects.toEqual(
      code('unauthorized'),
    );
    // Nor does it do anything else than it is for.
    await expect(signIn.undoEmail({ body: { token } })).rejects.toEqual(invalid);
    const proof = { email, token, password: memberPassword, passwordConfirm: memberPassword };
    await expect(accounts.verify({ body: proof })).rejects.toEqual(code('account.verify.invalid'));
    await rows.query('update tokens set expires_at = now() where token_hash = $1', [
      tokenHash(token),
    ]);
    await expect(confirm(token)).rejects.toEqual(invalid);
    const third = await requestedToken(member, newAddress());
    await confirm(third);
    await expect(confirm(third)).rejects.toEqual(invalid);
  });

  test('ends pending links when the password changes', async () => {
    const member = await registerOwner(product);
    const token = await requestedToken(member, newAddress());
    const password = 'another one of the tests';
    await member.api.users.updatePassword({
      body: { passwordCurrent: memberPassword, passwordNew: password, passwordConfirm: password },
    });
    await expect(member.api.signIn.confirmEmail({ body: { token } })).rejects.toEqual(
      code('account.verify.invalid'),
    );
  });

  test('gives an address that two people confirm at the same time to one of them', async () => {
    const email = newAddress();
    const people = await Promise.all([registerOwner(product), registerOwner(product)]);
    const tokens: string[] = [];
    for (const [index, member] of people.entries()) {
      await member.api.signIn.requestEmail({ body: { email, password: memberPassword } });
      const mail = await waitForMail(product, email, { containing: '?t=', count: index + 1 });
      tokens.push(linkParameter(mail, 't'));
    }
    const results = await Promise.allSettled(
      people.map((member, index) =>
        member.api.signIn.confirmEmail({ body: { token: tokens[index] ?? '' } }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: code('account.login.exists'),
    });
    const emails = await Promise.all(people.map(emailOf));
    expect(emails.filter((found) => found === email)).toHaveLength(1);
  });

  test('confirms once, however often the link is sent', async () => {
    const member = await registerOwner(product);
    const token = await requestedToken(member, newAddress());
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => member.api.signIn.confirmEmail({ body: { token } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('keeps the person of a trial (R-SUB-06)', async () => {
    const member = await registerOwner(product);
    expect((await member.api.users.getCurrent()).hadTrial).toBe(true);
    await change(member, newAddress(), member.user.email);
    expect((await member.api.users.getCurrent()).hadTrial).toBe(true);
  });
});

describe('the former email (R-ACC-30)', () => {
  test('can be got by no other account while it can be restored', async () => {
    const member = await registerOwner(product);
    const former = member.user.email;
    await change(member, newAddress(), former);
    const body = {
      organization: `Organization ${randomUUID()}`,
      email: former,
      firstName: 'Ana',
      lastName: 'Souza',
      selectedSubscription: {
        subscriptionPriceId: await priceIdOf(product, 'Starter', BillingPeriod.Once),
      },
    };
    await expect(accounts.register({ body })).rejects.toEqual(code('account.login.exists'));
    const other = await registerOwner(product);
    await other.api.signIn.requestEmail({ body: { email: former, password: memberPassword } });
    const token = linkParameter(await waitForMail(product, former, { containing: '?t=' }), 't');
    await expect(other.api.signIn.confirmEmail({ body: { token } })).rejects.toEqual(
      code('account.login.exists'),
    );
    const invitation = invitationBody(2, former);
    await expect(other.api.invitations.invite({ body: invitation })).rejects.toEqual(
      code('invitation.addressHeld'),
    );
    const many = await other.api.invitations.inviteMany({
      body: { addresses: [former, newAddress()], role: 2 },
    });
    expect(many.map(({ result }) => result)).toEqual(['held', 'invited']);
    await rows.query(`update tokens set expires_at = now() where purpose = 'undoEmail'`);
    await expect(other.api.invitations.invite({ body: invitation })).resolves.toBeDefined();
  });

  test('moves the invitations of an unproven new email to its person', async () => {
    const [member, other] = [await registerOwner(product), await registerOwner(product)];
    const email = newAddress();
    await other.api.invitations.invite({ body: invitationBody(2, email) });
    const invited = linkParameter(await waitForMail(product, email), 'i');
    await change(member, email, member.user.email);
    const session = await member.api.invitations.accept({
      params: { token: invited },
      body: { email },
    });
    expect(session.user.tenants.map(({ tenant }) => tenant.id)).toContain(other.tenant);
    expect(session.user.id).toBe(member.user.id);
  });

  test('moves an invitation that a directory has deactivated', async () => {
    const member = await registerOwner(product);
    const { scim } = await createProvisionedOrganization(product);
    const email = newAddress();
    const { body } = await scim('POST', '/Users', { body: newScimUser({ userName: email }) });
    const deactivate = patchOf({ op: 'replace', path: 'active', value: false });
    await scim('PATCH', `/Users/${body['id']}`, { body: deactivate });
    await change(member, email, member.user.email);
    const { rows: moved } = await rows.query(
      'select user_id, status, unaccepted from memberships where id = $1',
      [body['id']],
    );
    expect(moved).toEqual([{ user_id: member.user.id, status: 3, unaccepted: true }]);
  });

  test('ends the links that were mailed to it', async () => {
    const member = await registerOwner(product);
    const { email } = member.user;
    const { verifyToken = '' } = await accounts.reset({ params: { email } });
    const next = newAddress();
    await change(member, next, email);
    const proof = { token: verifyToken, password: memberPassword, passwordConfirm: memberPassword };
    for (const address of [email, next]) {
      await expect(accounts.verify({ body: { email: address, ...proof } })).rejects.toEqual(
        code('account.verify.invalid'),
      );
    }
  });
});

describe('the link that restores the email (R-ACC-31)', () => {
  test('works after further changes of email and password, and ends every access', async () => {
    const member = await registerOwner(product);
    const former = member.user.email;
    const undo = await change(member, newAddress(), former);
    // The thief changes the password, and the email once more.
    const thief = toTestMember(product, await login((await emailOf(member)) ?? ''));
    const password = 'a password of the thief';
    await thief.api.users.updatePassword({
      body: { passwordCurrent: memberPassword, passwordNew: password, passwordConfirm: password },
    });
    const second = (await emailOf(member)) ?? '';
    const third = newAddress();
    await thief.api.signIn.requestEmail({ body: { email: third, password } });
    const mail = await waitForMail(product, third, { containing: '?t=' });
    await thief.api.signIn.confirmEmail({ body: { token: linkParameter(mail, 't') } });
    const undoOfThief = await undoToken(second);
    const { verifyToken: reset = '' } = await accounts.reset({ params: { email: third } });
    await rows.query(`update users set google_sub = $2 where id = $1`, [
      member.user.id,
      randomUUID(),
    ]);

    await expect(signIn.undoEmail({ body: { token: undo } })).resolves.toMatchObject({
      email: former,
    });
    expect(await emailOf(member)).toBe(former);
    await expect(thief.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    for (const tried of [password, memberPassword]) {
      await expect(login(former, tried)).rejects.toEqual(code('account.login.invalid'));
    }
    await expect(signIn.undoEmail({ body: { token: undoOfThief } })).rejects.toEqual(
      code('account.verify.invalid'),
    );
    const proof = { token: reset, password, passwordConfirm: password };
    await expect(accounts.verify({ body: { email: third, ...proof } })).rejects.toEqual(
      code('account.verify.invalid'),
    );
    const found = await rows.query('select google_sub, password_hash from users where id = $1', [
      member.user.id,
    ]);
    expect(found.rows).toEqual([{ google_sub: null, password_hash: null }]);

    const link = linkParameter(await waitForMail(product, former, { containing: '/reset?' }), 't');
    const own = { email: former, token: link, password: memberPassword };
    const session = await accounts.verify({ body: { ...own, passwordConfirm: memberPassword } });
    expect(session.user).toMatchObject({ id: member.user.id, email: former });
  });

  test('works once, for 72 hours, and only as it was mailed', async () => {
    const member = await registerOwner(product);
    const undo = await change(member, newAddress(), member.user.email);
    const { rows: lifetimes } = await rows.query<{ hours: number }>(
      `select round(extract(epoch from expires_at - now()) / 3600)::int as hours
       from tokens where token_hash = $1`,
      [tokenHash(undo)],
    );
    expect(lifetimes).toEqual([{ hours: 72 }]);
    const invalid = code('account.verify.invalid');
    await expect(signIn.undoEmail({ body: { token: 'guessed' } })).rejects.toEqual(invalid);
    await expect(member.api.signIn.confirmEmail({ body: { token: undo } })).rejects.toEqual(
      invalid,
    );
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => signIn.undoEmail({ body: { token: undo } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const again = await registerOwner(product);
    const expired = await change(again, newAddress(), again.user.email);
    await rows.query('update tokens set expires_at = now() where token_hash = $1', [
      tokenHash(expired),
    ]);
    await expect(signIn.undoEmail({ body: { token: expired } })).rejects.toEqual(invalid);
  });
});

test('customers at the provider get the new email unless another was chosen (R-ACC-32)', async () => {
  const customerEmails = async () => {
    const answer = await product.app.inject('/sandbox/payments.json');
    return (answer.json() as { customers: { email: string }[] }).customers.map(
      ({ email }) => email,
    );
  };
  const member = await registerOwner(product);
  const former = member.user.email;
  expect(await customerEmails()).toContain(former);
  const email = newAddress();
  const undo = await change(member, email, former);
  await expect.poll(customerEmails).toContain(email);
  expect(await customerEmails()).not.toContain(former);
  await signIn.undoEmail({ body: { token: undo } });
  await expect.poll(customerEmails).toContain(former);
});

describe('with private accounts (R-ACC-29, R-ACC-22)', async () => {
  const hidden = await testApplication({ PRIVATE_ACCOUNTS: 'true' });

  test('the reply is the same whether or not another account has the email', async () => {
    const [member, other] = await Promise.all([hiddenOwner(), hiddenOwner()]);
    const request = (email: string) =>
      hidden.app.inject({
        method: 'PUT',
        url: '/api/SignIn/RequestEmail',
        payload: { email, password: memberPassword },
        headers: member.headers,
      });
    const free = newAddress();
    const [first, second] = [await request(free), await request(other.user.email)];
    expect([first.statusCode, first.body]).toEqual([second.statusCode, second.body]);
    await waitForMail(hidden, free, { containing: '/account/email?t=' });
    const notice = await waitForMail(hidden, other.user.email, { containing: 'nada foi alterado' });
    expect(notice.links).toEqual([]);
  });

  /** Registers an owner; the token is in the mail only. */
  const hiddenOwner = async () => {
    const email = newAddress();
    await hidden.anyone.accounts.register({
      body: {
        organization: `Organization ${randomUUID()}`,
        email,
        firstName: 'Ana',
        lastName: 'Souza',
        selectedSubscription: {
          subscriptionPriceId: await priceIdOf(hidden, 'Starter', BillingPeriod.Once),
        },
      },
    });
    const token = linkParameter(await waitForMail(hidden, email, { containing: '/verify?' }), 't');
    const body = { email, token, password: memberPassword, passwordConfirm: memberPassword };
    return toTestMember(hidden, await hidden.anyone.accounts.verify({ body }));
  };
});
