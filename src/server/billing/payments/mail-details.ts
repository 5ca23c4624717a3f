import { fromMinor, moneyFormatter } from '#contract/money.ts';
import type { enUS } from '#locales/en-US.ts';
import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { formatDay, formatDays } from '#server/platform/mail/compose.ts';
import type { MailDetail } from '#server/platform/mail/layout.ts';
import type { MailRecipient } from '#server/platform/mail/recipient.ts';
import type { BillingNotification } from './billing-notification.ts';
import { inLanguage } from './invoice-link.ts';

/** Returns the table of an email about billing; facts that are unknown have no row. */
export function detailRows(
  to: MailRecipient,
  { organization, page }: { organization: string; page: string },
  notification: BillingNotification,
): MailDetail[] {
  const { locale } = to;
  const details = notification.details ?? {};
  const { plan, period, number, card, pdf, due, nextAttempt, paymentsResume, isDisputed } = details;
  const { used, charge } = details;
  const figure = (count = 0) => (count === 0 ? null : new Intl.NumberFormat(locale).format(count));
  const text = (name: DetailText, values = {}) => translate(locale, `mail.details.${name}`, values);
  const row = (name: DetailText, value: string | null | undefined, url?: string): MailDetail[] =>
    value ? [{ label: text(name), value, ...(url && { url }) }] : [];
  const dateLabel = dateLabels[notification.kind];
  return [
    ...row('organization', organization),
    ...row('plan', plan),
    ...row('period', period && formatDays(to, period)),
    ...('amount' in notification
      ? row(
          refundKinds.includes(notification.kind) ? 'refund' : 'amount',
          formatMoney(locale, notification),
        )
      : []),
    ...row('usedMembers', figure(used?.members)),
    ...row('usedTransactions', figure(used?.transactions)),
    ...row('due', due && formatMoney(locale, due)),
    ...row('nextAttempt', nextAttempt && formatDay(to, nextAttempt)),
    ...row('paymentsResume', paymentsResume && formatDay(to, paymentsResume)),
    ...('date' in notification && dateLabel
      ? row(dateLabel, formatDay(to, notification.date))
      : []),
    ...row('charge', charge && formatMoney(locale, charge)),
    ...row('invoice', number),
    ...row(
      'paymentMethod',
      card && text('card', { brand: capitalized(card.brand), last4: card.lastFourDigits }),
    ),
    ...row('paymentMethod', due && text('updateCard'), page),
    ...row('reason', details.reason ?? (isDisputed ? text('disputed') : null)),
    ...row('pdf', pdf && text('download'), pdf ? inLanguage(pdf, locale) : undefined),
  ];
}

type DetailText = keyof (typeof enUS)['mail']['details'];

/** Labels of the dates; a duplicate's is of no interest to the recipient. */
const dateLabels: { [Kind in BillingNotification['kind']]?: DetailText } = {
  trialEnds: 'trialEnds',
  trialEndsPaid: 'trialEnds',
  trialEndsFree: 'trialEnds',
  trialExtended: 'trialEnds',
  planGrantedUntil: 'accessUntil',
  paymentFailed: 'payBy',
  paymentFailedAgain: 'payBy',
  paymentOverdue: 'payBy',
  graceEnds: 'payBy',
  cardRemoved: 'nextPayment',
  cardExpires: 'nextPayment',
  renews: 'renewsOn',
  resumed: 'renewsOn',
  unpaused: 'renewsOn',
  cancels: 'accessUntil',
  ended: 'endedOn',
  purchaseEnded: 'endedOn',
  movesToFree: 'switchesOn',
  received: 'paidOn',
  paidFromCredit: 'paidOn',
  recovered: 'paidOn',
};

const refundKinds: BillingNotification['kind'][] = ['duplicateEnded', 'refunded'];

const capitalized = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1);

export const formatMoney = (
  locale: Locale,
  { amount, currency }: { amount: number; currency: string },
) => moneyFormatter(locale, currency)(fromMinor(amount, currency));
