import type { Role } from '#contract/access.ts';
import { cleanName } from '#contract/shapes.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';

const maxMailNameLength = 60;
/** Shows nothing, and ends a host name for email clients. */
const nonJoiner = '\u200C';

/**
 * Returns a name chosen by a user as emails to others show it: one short line that no email client turns
 * into a link (R-ACC-27): an unseen character follows its dots, because `Booking.com` is a name. Names are checked when
 * they are written; older ones were not.
 */
export function nameInMail(name: string): string {
  const characters = Array.from(cleanName(name, Infinity));
  const shown =
    characters.length > maxMailNameLength
      ? `${characters.slice(0, maxMailNameLength).join('')}…`
      : characters.join('');
  return shown.replaceAll(/([.。．｡@])(?=[\p{L}\p{N}])/gu, `$1${nonJoiner}`);
}

/** Returns the name of a person for mails to others, or the email if there is none (R-ACC-27). */
export const displayNameOf = (
  person: Pick<TableRow<'users'>, 'email' | 'first_name' | 'last_name'>,
) => nameInMail(`${person.first_name} ${person.last_name}`) || person.email;

/** Columns of `users` that addressing an email reads. */
export const addressColumns = [
  'users.email',
  'users.first_name',
  'users.locale',
  'users.time_zone',
  'users.verified_at',
] as const;

type AddressedAccount = {
  email: string;
  first_name: string;
  locale: string;
  time_zone: string | null;
  verified_at: Date | null;
};

/** Recipient of an email, with the name to address them by (empty for no greeting) and their language. */
export type MailRecipient = {
  email: string;
  name: string;
  locale: Locale;
  /** IANA name of their time zone; undefined while none is known. */
  timeZone?: string;
  /** URL that stops emails of this kind; undefined for required ones (R-NTF-07). */
  unsubscribe?: string;
};

/**
 * Returns how an email addresses a person. It uses their own name only once the address is confirmed:
 * before that a stranger may have typed it, so the email uses the address instead. `name` is the one that
 * a signed-in member of the sending organization gave them.
 */
export const toMailRecipient = (
  person: AddressedAccount,
  name = verifiedNameOf(person),
): MailRecipient => ({
  email: person.email,
  name: nameInMail(name) || person.email,
  locale: person.locale as Locale,
  ...(person.time_zone !== null && { timeZone: person.time_zone }),
});

const verifiedNameOf = ({ verified_at, first_name }: AddressedAccount) =>
  verified_at === null ? '' : first_name;

/** Returns the active members of a tenant who have at least this role, as recipients of emails. */
export async function listRecipients(tx: DbTransaction, tenantId: TenantId, role: Role) {
  const members = await tx.all(
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(addressColumns)
      .where('memberships.tenant_id', '=', tenantId)
      .where('memberships.status', '=', MemberStatus.Active)
      .where('memberships.role', '<=', role)
      .orderBy('memberships.id'),
  );
  return members.map((member) => toMailRecipient(member));
}
