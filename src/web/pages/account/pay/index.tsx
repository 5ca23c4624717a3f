import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { fromMinor } from '#contract/money.ts';
import { nullIfInvalidLink } from '#web/pages/account/current-visitor.ts';
import { LoadError } from '#web/pages/account/load-error.tsx';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { formats } from '#web/theme/formats.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import type { Route } from './+types/index.ts';

const subscriptionPath = '/app/settings/organization/subscription';

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const { billing } = context.get(visitorContext).api;
  return token ? billing.getPayable({ params: { token } }).catch(nullIfInvalidLink) : null;
}

/** Shows the invoice of a link in an email, with one button that pays it at the provider (R-SUB-25). */
export default function Pay({ loaderData: invoice }: Route.ComponentProps) {
  const { t } = useTranslation();
  if (invoice?.status === 'open') return <OpenInvoice {...invoice} />;
  const kind = invoice?.status ?? 'invalid';
  const { number = '', organization = '' } = invoice ?? {};
  return (
    <AccountPanel title={t(`invoicing.pay.${kind}Title`)}>
      <p className="mb-5 text-pretty text-muted">
        {t(`invoicing.pay.${kind}Text`, { number: number ?? '', organization })}
      </p>
      <Button variant="white" render={<Link to={subscriptionPath} />}>
        {t('invoicing.pay.subscription')}
      </Button>
    </AccountPanel>
  );
}

type Invoice = NonNullable<Route.ComponentProps['loaderData']>;

function OpenInvoice(invoice: Invoice) {
  const { t, locale } = useTranslation();
  const { organization, number, currency, payBy, isReadOnly, paymentUrl } = invoice;
  // As in the email: server and browser render the same time.
  const { exact, money } = formats(locale, 'UTC');
  const amount = money(fromMinor(invoice.amount, currency), currency);
  const date = payBy === null ? '' : exact(new Date(payBy));
  const rows = [
    [t('invoicing.pay.organization'), organization],
    [t('invoicing.pay.invoice'), number ?? ''],
    [t('invoicing.pay.by'), isReadOnly ? '' : date],
  ].filter(([, value]) => value !== '');
  return (
    <AccountPanel
      title={t('invoicing.pay.title', { organization })}
      text={t('invoicing.pay.text')}
      footer={t('invoicing.pay.once')}
    >
      <p className="text-sm text-muted">{t('invoicing.pay.amount')}</p>
      <p className="mt-1 text-3xl font-semibold tracking-tight text-ink tabular-nums">{amount}</p>
      <dl className="mt-5 divide-y divide-line border-y border-line text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 py-2.5">
            <dt className="shrink-0 text-muted">{label}</dt>
            <dd className="text-right font-medium wrap-anywhere text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      {payBy && (
        <p className="mt-4 text-sm text-pretty text-muted">
          {isReadOnly
            ? t('invoicing.pay.readOnly', { organization })
            : t('invoicing.pay.otherwise', { organization })}
        </p>
      )}
      <a
        href={paymentUrl ?? ''}
        rel="noreferrer"
        className={`${buttonClass()} mt-6 min-h-11 w-full`}
      >
        {t('invoicing.pay.action', { amount })}
        <ExternalLink aria-hidden className="size-4" />
      </a>
      <p className="mt-3 text-center text-sm text-muted">{t('invoicing.pay.secure')}</p>
    </AccountPanel>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation();
  return <LoadError title={t('invoicing.pay.loading')} />;
}
