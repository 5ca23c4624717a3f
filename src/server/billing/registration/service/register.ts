import { UserType } from '#contract/access.ts';
import type { Locale } from '#locales/locales.ts';
import { finishOperation, operationSubject } from '#server/billing/payments/billing-operations.ts';
import {
  createOrganizationWithPlan,
  type NewOrganization,
} from '#server/billing/subscriptions/service/create-organization.ts';
import { recordPlan } from '#server/billing/subscriptions/service/plan.ts';
import {
  hideAccountExistence,
  toUnverifiedUserRecord,
} from '#server/identity/accounts/service/hide-account-existence.ts';
import {
  createAccount,
  readRegistration,
  toRegistrationFailure,
  type Registrant,
  type RegistrationInput,
  lockReusableAccount,
  linkGoogleAccount,
} from '#server/identity/accounts/service/new-account.ts';
import { hashNewPassword } from '#server/identity/accounts/service/password.ts';
import { openSession } from '#server/identity/accounts/service/session.ts';
import { issueCorrectionToken } from '#server/identity/accounts/service/token.ts';
import {
  mailVerificationLink,
  verifyTokenReply,
} from '#server/identity/accounts/service/verification-mail.ts';
import { assertTenantNameFree, createTenant } from '#server/identity/tenants/service/create.ts';
import { getUserRecord } from '#server/identity/users/service/user-record.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';

/** Language for the mail and user agent for the session. */
type ClientInfo = { locale: Locale; userAgent: string };

/** Data of a registration stored until it is paid; holds no password. */
type RegistrationDetails = { organization: string; person: Registrant; locale: Locale };

/**
 * Registers a person and their organization; a refusal leaves nothing behind here or at the payment
 * provider (R-ACC-10). Signs in immediately with Google; otherwise the address must be confirmed first.
 */
export async function registerAccount(
  context: AppContext,
  input: RegistrationInput,
  { locale, userAgent }: ClientInfo,
) {
  const { config, database } = context;
  const { organization, selectedSubscription: selected } = input;
  const { password, ...person } = await readRegistration(config, input);
  const { email } = person;
  const hash = password ? await hashNewPassword(config, { password, email, organization }) : null;
  const { privateAccounts: isPrivate } = config;
  const hasCard = Boolean(selected.subscriptionCardToken);
  return hideAccountExistence(context, person, (trackWrite) =>
    createOrganizationWithPlan(context, {
      kind: 'register',
      subject: operationSubject.person(person.email),
      userId: null,
      selected,
      who: { name: organization, email: person.email, locale },
      details: { organization, person, locale },
      assertAvailable: () =>
        database.account({ email }, async (tx) => {
          if (!isPrivate) await lockReusableAccount(tx, person);
          await assertTenantNameFree(tx, organization);
        }),
      // Runs after every other check, so those fail alike for every address, and before the charge.
      assertEmailLast: async () => {
        if (isPrivate && hasCard)
          await database.account({ email }, (tx) => lockReusableAccount(tx, person));
      },
      finish: (organizationWithPlan) =>
        // An earlier paid registration of this address is finished first, with its own details.
        trackWrite(
          finishRegistration(context, organizationWithPlan, {
            hash: organizationWithPlan.details.organization === organization ? hash : null,
            userAgent,
          }),
        ),
      completedResult: async () => ({ user: toUnverifiedUserRecord(person) }),
    }),
  );
}

type CallerSecrets = { hash: string | null; userAgent: string };

/** Stores a registration; after a job finished it, the person signs in by the mailed link. */
export async function finishRegistration(
  context: AppContext,
  { tenantId, assignment, details, operation }: NewOrganization<RegistrationDetails>,
  { hash, userAgent }: CallerSecrets = { hash: null, userAgent: '' },
) {
  const { organization, person, locale } = details;
  const stored = await context.database
    .tenantAccounts(tenantId, async (tx) => {
      const known = await lockReusableAccount(tx, person);
      const id = known?.id ?? (await createAccount(tx, person, { hash, locale }));
      await createTenant(tx, {
        id: tenantId,
        name: organization,
        owner: id,
        unproven: known && person.googleSub === null ? toNameColumns(person) : null,
      });
      await recordPlan(tx, tenantId, assignment);
      if (operation) await finishOperation(tx, operation);
      if (person.googleSub !== null) {
        if (known) await linkGoogleAccount(tx, known, person);
        const { token } = await openSession(
          tx,
          { id, type: UserType.Tenant },
          { userAgent, method: 'google' },
        );
        return { id, known, reply: { token } };
      }
      // Omits an account that existed: typing its address must not move it (R-ACC-28).
      const mayCorrect = !known && !context.config.privateAccounts;
      const correctionToken = mayCorrect ? await issueCorrectionToken(tx, id) : undefined;
      const mailLocale = known?.locale ?? locale;
      const token = await mailVerificationLink(tx, context, {
        id,
        email: person.email,
        locale: mailLocale,
      });
      const reply = {
        ...verifyTokenReply(context, token),
        ...(correctionToken && { correctionToken }),
      };
      return { id, known, reply };
    })
    .catch((error: unknown) => {
      throw toRegistrationFailure(error);
    });
  // Typing an address must not reveal data of its account.
  const isHidden = person.googleSub === null && (stored.known || context.config.privateAccounts);
  const user = isHidden
    ? toUnverifiedUserRecord(person)
    : await getUserRecord(context.database, trusted.userId(stored.id));
  return { user, ...stored.reply };
}

const toNameColumns = ({ firstName, lastName, phone }: Registrant) => ({
  first_name: firstName,
  last_name: lastName,
  phone,
});
