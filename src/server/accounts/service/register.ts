import { UserType } from '#contract/access.ts';
import type { Locale } from '#locales/locales.ts';
import { verifyMail } from '#server/accounts/mail.ts';
import { vouch } from '#server/database/ids.ts';
import type { House } from '#server/house.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { settle, subjectOf } from '#server/payments/intents.ts';
import { found, type Founding } from '#server/subscriptions/service/found.ts';
import { recordPlan } from '#server/subscriptions/service/plan.ts';
import { assertNameFree, createTenant } from '#server/tenants/service/create.ts';
import { getSelf } from '#server/users/service/present.ts';
import { findReturning, welcomeByGoogle } from './come-back.ts';
import { conceal, presentUnproven } from './conceal.ts';
import { hashChosen } from './guessable.ts';
import {
  createPerson,
  introduce,
  refusalOf,
  type Introduced,
  type Registration,
} from './new-person.ts';
import { openSession } from './session.ts';
import { issueToken } from './token.ts';

/** Language for the mail and user agent for the session. */
type Visit = { locale: Locale; userAgent: string };

/** Data of a registration stored until it is paid; holds no password. */
type Details = { organization: string; person: Introduced; locale: Locale };

/**
 * Registers a person and their organization; a refusal leaves nothing behind here or at the payment
 * provider (R-ACC-10). Signs in immediately with Google; otherwise the address must be confirmed first.
 */
export async function register(house: House, given: Registration, { locale, userAgent }: Visit) {
  const { config, database } = house;
  const { organization, selectedSubscription: selected } = given;
  const { password, ...person } = await introduce(config, given);
  const { email } = person;
  const hash = password ? await hashChosen({ password, email, organization }) : null;
  const { privateAccounts: isPrivate } = config;
  const hasCard = Boolean(selected.subscriptionCardToken);
  return conceal(house, person, (watch) =>
    found(house, {
      kind: 'register',
      subject: subjectOf.person(person.email),
      userId: null,
      selected,
      who: { name: organization, email: person.email },
      details: { organization, person, locale },
      assertFree: () =>
        database.system(async (tx) => {
          if (!isPrivate) await findReturning(tx, person);
          await assertNameFree(tx, organization);
        }),
      // Runs after every other check, so those fail alike for every address, and before the charge.
      assertLast: async () => {
        if (isPrivate && hasCard) await database.system((tx) => findReturning(tx, person));
      },
      finish: (founding) =>
        // An earlier paid registration of this address is finished first, with its own details.
        watch(
          finishRegistration(house, founding, {
            hash: founding.details.organization === organization ? hash : null,
            userAgent,
          }),
        ),
      already: async () => ({ user: presentUnproven(person) }),
    }),
  );
}

type Private = { hash: string | null; userAgent: string };

/**
 * Stores a registration; when a job finishes it without its caller, the person signs in by the mailed link.
 */
export async function finishRegistration(
  house: House,
  { tenantId, arrangement, details, intent }: Founding<Details>,
  { hash, userAgent }: Private = { hash: null, userAgent: '' },
) {
  const { organization, person, locale } = details;
  const made = await house.database
    .tenant(tenantId, async (tx) => {
      const known = await findReturning(tx, person);
      const id = known?.id ?? (await createPerson(tx, person, { hash, locale }));
      await createTenant(tx, {
        id: tenantId,
        name: organization,
        owner: id,
        unproven: known && person.googleSub === null ? namesOf(person) : null,
      });
      await recordPlan(tx, tenantId, arrangement);
      if (intent) await settle(tx, intent);
      if (person.googleSub !== null) {
        if (known) await welcomeByGoogle(tx, known, person);
        const { token } = await openSession(tx, { id, type: UserType.Tenant }, userAgent);
        return { id, known, reply: { token } };
      }
      const token = await issueToken(tx, 'verify', id);
      const link = { origin: house.origin(), token };
      // Omits the name: the sender of the form has not proven the address (R-ACC-27).
      const { email } = person;
      const reader = {
        email,
        name: email,
        locale: (known?.locale ?? locale) as Locale,
      };
      await enqueue(tx, verifyMail(reader, link));
      return { id, known, reply: showsToken(house) ? { verifyToken: token } : {} };
    })
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  // Typing an address must not reveal data of its account.
  const isSilent = person.googleSub === null && (made.known || house.config.privateAccounts);
  const user = isSilent
    ? presentUnproven(person)
    : await getSelf(house.database, vouch.user(made.id));
  return { user, ...made.reply };
}

/**
 * Returns true if the reply may carry the mailed token: with the local mailbox, unless accounts are
 * private.
 */
const showsToken = ({ mailIsLocal, config }: House) => mailIsLocal && !config.privateAccounts;

const namesOf = ({ firstName, lastName, phone }: Introduced) => ({
  first_name: firstName,
  last_name: lastName,
  phone,
});
