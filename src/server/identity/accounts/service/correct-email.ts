import { Role } from '#contract/access.ts';
import type { accounts } from '#contract/accounts.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import { followLostRights } from '#server/identity/members/service/lost-rights.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { openedAccount, type UserRow } from './account.ts';
import { createAccount, lockReusableAccount, toRegistrationFailure } from './new-account.ts';
import { deleteUnusedTokens, issueCorrectionToken, selectToken } from './token.ts';
import { mailVerificationLink, verifyTokenReply } from './verification-mail.ts';

type Correction = HandlerInput<(typeof accounts)['endpoints']['correctEmail']>['body'];

/**
 * Moves the organization of an unverified registration to an account of the correct address and mails it
 * the link (R-ACC-28). The former account stays without organization and is purged: invitations sent to
 * its address must not move to a person who hasn't proven that address.
 */
export async function correctEmail(context: AppContext, { email, formerEmail, token }: Correction) {
  const { database } = context;
  const registration = await database.account({ email: formerEmail }, (tx) =>
    findRegistration(tx, token),
  );
  return database
    .tenantAccounts(registration.tenantId, async (tx) => {
      const former = await endFormerLinks(tx, registration.person);
      // A used token finds no membership.
      const membership = await tx.first(selectRegistered(registration.tenantId, former.id));
      if (!membership) throw new Failure('account.verify.invalid');
      const person = toRegistrant(former, email);
      if (await lockReusableAccount(tx, person)) throw new Failure('account.login.exists');
      const locale = former.locale as Locale;
      const { accepted_terms, accepted_privacy, accepted_at } = former;
      const id = await createAccount(tx, person, {
        hash: former.password_hash,
        locale,
        accepted: { accepted_terms, accepted_privacy, accepted_at },
      });
      await moveOwnership(tx, {
        tenant: registration.tenantId,
        target: membership.id,
        former: former.id,
        person: id,
      });
      const correctionToken = await issueCorrectionToken(tx, id);
      const mailed = await mailVerificationLink(tx, context, { id, email, locale });
      return { userId: id, correctionToken, ...verifyTokenReply(context, mailed) };
    })
    .catch((error: unknown) => {
      throw toRegistrationFailure(error);
    });
}

/** Returns the unverified account that the token proves, with the organization it registered. */
async function findRegistration(tx: DbTransaction, token: string) {
  const person = await tx.first(openedAccount);
  const issued = await tx.first(selectToken(['verify'], token));
  // A token stored as used can also be a mailed one that verified the address: that is refused next.
  // A suspended person would return with another account.
  const isProven = person?.active && issued?.user_id === person.id && issued.used_at !== null;
  if (!isProven || issued.expires_at <= new Date()) throw new Failure('account.verify.invalid');
  if (person.verified_at !== null) throw new Failure('account.verify.alreadyVerified');
  if (person.default_tenant_id === null) throw new Failure('account.verify.invalid');
  return { person, tenantId: person.default_tenant_id };
}

/**
 * Deletes the links mailed to the former address and locks its account. In the order of `verifyAddress`
 * (token, account), so that the two can't deadlock: whichever is second fails.
 */
async function endFormerLinks(tx: DbTransaction, { id }: UserRow) {
  tx.openAccount({ id });
  await deleteUnusedTokens(tx, id);
  const former = await tx.one(openedAccount.forUpdate());
  if (former.verified_at !== null) throw new Failure('account.verify.alreadyVerified');
  return former;
}

/** Query for the membership of the creator of an organization: another one, joined meanwhile, stays with its address. */
const selectRegistered = (tenantId: TenantId, user: string) =>
  db
    .selectFrom('memberships')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', user)
    .where('joined', '=', JoinMethod.Creator);

type Move = { tenant: TenantId; target: string; former: string; person: string };

/** Gives the owner's membership to the new account, so that the organization has an owner throughout. */
async function moveOwnership(tx: DbTransaction, move: Move) {
  const { tenant, target, former, person } = move;
  const before = {
    tenant_id: tenant,
    user_id: former,
    role: Role.Owner,
    status: MemberStatus.Active,
  };
  await followLostRights(tx, { before, after: null });
  await tx.run(
    db
      .updateTable('memberships')
      .set({ user_id: person })
      .where('tenant_id', '=', tenant)
      .where('id', '=', target),
  );
  // The trigger of the log records changed columns, and not whose row it is.
  await recordAuditEvent(tx, { action: 'member.changed', tenant, target, person });
  await tx.run(db.updateTable('users').set({ default_tenant_id: tenant }).where('id', '=', person));
}

const toRegistrant = ({ first_name, last_name, phone }: UserRow, email: string) => ({
  email,
  firstName: first_name,
  lastName: last_name,
  phone,
  googleSub: null,
});
