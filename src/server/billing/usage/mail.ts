import { nextMonthStart, planLimits, type LimitKey } from '#contract/usage/limits.ts';
import type { TableRow } from '#server/platform/database/query.ts';
import {
  composeMail,
  formatDay,
  tenantPageUrl,
  type MailSender,
} from '#server/platform/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/platform/mail/recipient.ts';

export type UsageNotice = Pick<
  TableRow<'usage_notices'>,
  'limit_key' | 'used' | 'included' | 'created_at'
>;

/** Builds the email that an organization is near a limit of its plan (R-USE-04). */
export function usageMail(to: MailRecipient, { tenant, site }: MailSender, notice: UsageNotice) {
  const key = notice.limit_key as LimitKey;
  const { unit } = planLimits[key];
  const number = new Intl.NumberFormat(to.locale, { maximumFractionDigits: 1 });
  const figure = (value: number) => number.format(value / unit);
  return composeMail({
    kind: `usage.${key}`,
    to,
    site,
    values: {
      organization: nameInMail(tenant.name),
      used: figure(notice.used),
      included: figure(notice.included),
      date: formatDay(to, nextMonthStart(notice.created_at)),
    },
    link: tenantPageUrl({ tenant, site }, '/app/settings/organization/subscription'),
    reason: 'billing',
  });
}
