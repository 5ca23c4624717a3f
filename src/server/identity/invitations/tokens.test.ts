import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { BillingPeriod } from '#contract/periods.ts';
import {
  createTestOrganization,
  createTestUser,
  changeDuringLockWait,
} from '#server/identity/members/test/organizations.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { priceIdOf, registerOwner, sharedApplication } from '#server/test/application.ts';
import {
  linkParameter,
  createInvitation,
  invitationBody,
  waitForMail,
} from './test/invitations.ts';

/**
 * Invitation tokens: 256 random bits, stored as a hash, for one use and one purpose (R-MEM-07, R-ACC-17).
 */
const product = await sharedApplication();
const { invitations, accounts } = product.anyone;
const code = (expected: string) => expect.objectContaining({ code: expected });
const chosen = { password: 'chosen just now', passwordConfirm: 'chosen just now' };
const accept = (token: string, email: string, caller = product.anyone) =>
  caller.invitations.accept({ params: { token }, body: { email, ...chosen } });

test('an invitation token is random and stored only as a hash once its mail was sent', async () => {
  const { owner } = await createTestOrganization(product);
  const { token } = await createInvitation(product, owner);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const tables = ['tokens', 'memberships', 'users', 'emails'];
  for (const table of tables) {
    const { rows } = await product.open.owner.query(`select * from ${table}`);
    expect(JSON.stringify(rows)).not.toContain(token);
  }
});

test('an invitation token expires after exactly seven days (R-MEM-07)', async () => {
  const { owner } = await createTestOrganization(product);
  const { token, email } = await createInvitation(product, owner);
  const { rows } = await product.open.owner.query<{ seconds: string }>(
    `select extract(epoch from expires_at - created_at) as seconds from tokens
     where token_hash = $1`,
    [tokenHash(token)],
  );
  expect(Number(rows[0]?.seconds)).toBe(7 * 24 * 60 * 60);
  const age = (interval: string) =>
    product.open.owner.query(
      `update tokens set expires_at = created_at + interval '7 days' - $2::interval
       where token_hash = $1`,
      [tokenHash(token), interval],
    );
  await age('6 days 23:59:30');
  await expect(invitations.get({ params: { token } })).resolves.toBeDefined();
  await age('7 days');
  await expect(invitations.get({ params: { token } })).rejects.toEqual(code('notFound'));
  await expect(accept(token, email)).rejects.toEqual(code('notFound'));
});

test('the holder of an expired invitation can have a new one mailed to the invited address', async () => {
  const { owner } = await createTestOrganization(product);
  const { token, email, member } = await createInvitation(product, owner);
  await product.open.owner.query('update tokens set expires_at = now() where token_hash = $1', [
    tokenHash(token),
  ]);
  await invitations.askAgain({ params: { token } });
  const fresh = linkParameter(await waitForMail(product, email, { count: 2 }), 'i');
  expect(await invitations.get({ params: { token: fresh } })).toBeDefined();
  await expect(invitations.askAgain({ params: { token } })).rejects.toEqual(code('notFound'));
  await owner.api.members.remove({ params: { id: member } });
  for (const gone of [fresh, 'made-up']) {
    const asked = invitations.askAgain({ params: { token: gone } });
    await expect(asked).rejects.toEqual(code('notFound'));
  }
});

test('an invitation token works once under concurrent attempts (R-MEM-07)', async () => {
  const { owner, seatsTaken } = await createTestOrganization(product);
  const person = await createTestUser(product);
  const { token, email } = await createInvitation(
    product,
    owner,
    invitationBody(Role.Member, person.email),
  );
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => accept(token, email, person.api)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
  );
  expect(new Set(refusals)).toEqual(new Set(['notFound']));
  expect(await seatsTaken()).toBe(2);
});

test('a replaced invitation token is rejected while its acceptance waits for the lock', async () => {
  const { id, owner } = await createTestOrganization(product);
  const person = await createTestUser(product);
  const { token, email } = await createInvitation(
    product,
    owner,
    invitationBody(Role.Member, person.email),
  );
  const answer = await changeDuringLockWait(product, () => accept(token, email, person.api), {
    tenant: id,
    change: 'delete from tokens where token_hash = $1',
    value: tokenHash(token),
  });
  expect(answer).toBe('notFound');
});

describe('a token for another purpose (R-ACC-17, R-MEM-09)', () => {
  test('is rejected when an invitation token verifies an address or resets a password', async () => {
    const { owner } = await createTestOrganization(product);
    const invited = await registerOwner(product, { plan: 'Starter' });
    const { email } = invited.user;
    const { token } = await createInvitation(product, owner, invitationBody(Role.Member, email));
    await expect(accounts.verify({ body: { email, token, ...chosen } })).rejects.toEqual(
      code('account.verify.invalid'),
    );
  });

  test('is rejected when a reset, verification, session or link token accepts an invitation', async () => {
    const { owner } = await createTestOrganization(product);
    const { email } = await createInvitation(product, owner);
    const { verifyToken: reset = '' } = await accounts.reset({ params: { email } });
    const registered = await accounts.register({
      body: {
        organization: `Organization of ${email.split('@')[0]}`,
        email: `also-${email}`,
        firstName: 'Ana',
        lastName: 'Souza',
        selectedSubscription: {
          subscriptionPriceId: await priceIdOf(product, 'Starter', BillingPeriod.Once),
        },
      },
    });
    const { link } = await owner.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
    });
    const session = owner.headers['authorization']?.slice('Bearer '.length) ?? '';
    for (const token of [reset, registered.verifyToken ?? '', link, session]) {
      expect(token).not.toBe('');
      await expect(invitations.get({ params: { token } })).rejects.toEqual(code('notFound'));
      await expect(accept(token, email)).rejects.toEqual(code('notFound'));
    }
  });
});
