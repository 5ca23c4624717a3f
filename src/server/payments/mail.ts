import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import type { DbTransaction } from '#server/database/database.ts';
import { db, type TableRow } from '#server/database/query.ts';
import { toMailBrand } from '#server/mail/brand.ts';
import { renderMail } from '#server/mail/layout.ts';
import { enqueueMail, type MailMessage } from '#server/mail/outbox.ts';
import type { BillingNotification } from './billing-notifications.ts';

/** An organization that gets an email, and the origin for its links. */
type EmailContext = { tenant: TableRow<'tenants'>; origin: string };

type Recipient = Pick<TableRow<'users'>, 'email' | 'first_name' | 'locale'>;

/**
 * Emails the owners and admins of a tenant about new notices. The transaction must hold the
 * tenant's lock: the causes are stored in it, so that each is sent once (R-SUB-22).
 */
export async function sendBillingNotifications(
  tx: DbTransaction,
  sender: EmailContext,
  find: (told: ReadonlySet<string>) => BillingNotification[] | Promise<BillingNotification[]>,
): Promise<void> {
  const { id } = sender.tenant;
  const told = await tx.all(
    db.selectFrom('billing_notices').select('cause').where('tenant_id', '=', id),
  );
  const notices = await find(new Set(told.map(({ cause }) => cause)));
  if (notices.length === 0) return;
  const causes = notices.map(({ cause }) => ({ tenant_id: id, cause }));
  await tx.run(db.insertInto('billing_notices').values(causes));
  const readers = await tx.all(selectBillingManagers(id));
  for (const notice of notices) {
    for (const reader of readers)
      await enqueueMail(tx, billingNotificationEmail(reader, sender, notice));
  }
}

/** Selects the members who manage the subscription: owners and admins (R-SUB-14). */
const selectBillingManagers = (tenantId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.first_name', 'users.locale'])
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.status', '=', MemberStatus.Active)
    .where('memberships.role', '<=', Role.Admin)
    .orderBy('memberships.id');

/** Renders the email of a notice in the recipient's language. */
export function billingNotificationEmail(
  to: Recipient,
  { tenant, origin }: EmailContext,
  notice: BillingNotification,
): MailMessage {
  const locale = to.locale as Locale;
  const values = {
    name: to.first_name || to.email,
    organization: tenant.name,
    ...('date' in notice && { date: formatDate(locale, notice.date) }),
    ...('amount' in notice && { amount: formatMoney(locale, notice) }),
    ...('plan' in notice && { plan: notice.plan }),
  };
  const over = 'over' in notice && notice.over;
  const say = (part: 'subject' | 'text' | 'action') =>
    translate(locale, `mail.billing.${notice.kind}.${part}`, values);
  const bodies = renderMail({
    locale,
    title: translate(locale, 'mail.billing.greeting', values),
    paragraphs: [
      say('text'),
      ...(over ? [translate(locale, 'mail.billing.over', { ...values, ...over })] : []),
    ],
    action: {
      label: say('action'),
      url: new URL('/app/settings/organization/subscription', origin).href,
    },
    note: translate(locale, 'mail.billing.note', values),
    brand: toMailBrand(tenant, origin),
  });
  return { to: to.email, subject: say('subject'), locale, ...bodies };
}

const formatDate = (locale: Locale, date: Date) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);

const formatMoney = (locale: Locale, { amount, currency }: { amount: number; currency: string }) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100);
