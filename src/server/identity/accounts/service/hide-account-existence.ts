import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { LoginType } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { registeredAgainMail } from '#server/identity/accounts/mail.ts';
import { toUserRecord } from '#server/identity/users/service/user-record.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { toMailRecipient } from '#server/platform/mail/recipient.ts';
import { openedAccount } from './account.ts';
import type { Registrant } from './new-account.ts';
import { RecentDurations } from './recent-durations.ts';

type RegistrationReply = {
  user: User;
  verifyToken?: string;
  correctionToken?: string;
  token?: string;
};
type TrackWrite = (writing: Promise<RegistrationReply>) => Promise<RegistrationReply>;

const isAccountExistsFailure = (error: unknown) =>
  error instanceof Failure && error.code === 'account.login.exists';

/**
 * With `PRIVATE_ACCOUNTS`, hides that a registered address already has an account (R-ACC-22;
 * decisions/0010): sends the same reply after a similar time and mails the owner of the address. The
 * attempt continues after the reply, to undo what it created at the payment provider.
 */
export async function hideAccountExistence(
  context: AppContext,
  person: Registrant,
  attempt: (trackWrite: TrackWrite) => Promise<RegistrationReply>,
): Promise<RegistrationReply> {
  if (!context.config.privateAccounts) return attempt((writing) => writing);
  const accountExists = Promise.withResolvers<null>();
  let startedAt = 0;
  const watch: TrackWrite = async (writing) => {
    startedAt = performance.now();
    try {
      const reply = await writing;
      recentWrites.record(performance.now() - startedAt);
      return reply;
    } catch (error) {
      if (isAccountExistsFailure(error)) accountExists.resolve(null);
      throw error;
    }
  };
  const result = attempt(watch).catch((error: unknown) => {
    if (isAccountExistsFailure(error)) return null;
    throw error;
  });
  const reply = await Promise.race([result, accountExists.promise]);
  if (reply) return reply;
  // Google has proven the address, so no mail is needed.
  if (person.googleSub !== null) throw new Failure('account.login.invalid');
  await mailAddressOwner(context, person);
  await sleep(Math.max(0, recentWrites.random() - (performance.now() - startedAt)));
  return { user: toUnverifiedUserRecord(person) };
}

/** Durations of registration writes. */
const recentWrites = new RecentDurations();

const mailAddressOwner = (context: AppContext, person: Registrant) =>
  context.database.account({ email: person.email }, async (tx) => {
    const owner = await tx.first(openedAccount);
    if (!owner) return;
    await enqueueMail(tx, registeredAgainMail(toMailRecipient(owner), context));
  });

/** Returns a user record built from the form alone, as an existing account may belong to another person. */
export const toUnverifiedUserRecord = (person: Registrant) =>
  toUserRecord(
    {
      id: randomUUIDv7(),
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      phone: person.phone,
      avatar: '',
      type: UserType.Tenant,
      operator_role: null,
      login_type: LoginType.Password,
      active: true,
      time_zone: null,
      default_tenant_id: null,
    },
    [],
  );
