import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BillingDetails } from '#contract/billing/details.ts';
import {
  billingDetailsPath,
  billingDetailsQuery,
} from '#web/components/billing/billing-details.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList, type Detail } from '#web/ui/details-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Renders what invoices show about the organization, with a link to change it (R-INV-01). */
export function BillingDetailsCard() {
  const { t } = useTranslation();
  const { data, error } = useQuery(billingDetailsQuery());
  const isEmpty = data?.line1 === '' && data.country === '' && data.taxIds.length === 0;
  return (
    <Card
      title={t('invoicing.title')}
      description={t('invoicing.text')}
      actions={
        data && (
          <Button variant="secondary" render={<Link to={billingDetailsPath} />}>
            {t(isEmpty ? 'invoicing.add' : 'invoicing.edit')}
          </Button>
        )
      }
    >
      {error && !data && <p className="text-sm text-muted">{t('invoicing.unknown')}</p>}
      {!error && !data && <Skeleton className="h-12" />}
      {data && isEmpty && (
        <div className="text-sm">
          <p className="font-semibold">{t('invoicing.empty')}</p>
          <p className="text-muted">{t('invoicing.emptyText')}</p>
        </div>
      )}
      {data && !isEmpty && <Details details={data} />}
    </Card>
  );
}

function Details({ details }: { details: BillingDetails }) {
  const { t, locale } = useTranslation();
  const { legalName, taxIds, invoiceEmails, purchaseOrder } = details;
  const row = (key: string, label: string, lines: string[]): Detail[] =>
    lines.length === 0
      ? []
      : [{ key, label, value: lines.map((line) => <p key={line}>{line}</p>) }];
  return (
    <DetailsList
      details={[
        ...row('name', t('invoicing.name'), [legalName]),
        ...row('address', t('invoicing.address'), addressLines(details, locale)),
        ...row(
          'taxIds',
          t('invoicing.taxIds'),
          taxIds.map(({ type, value }) => `${t(`invoicing.kind.${type}`)}: ${value}`),
        ),
        ...row('emails', t('invoicing.emails'), invoiceEmails),
        ...row('order', t('invoicing.purchaseOrder'), purchaseOrder ? [purchaseOrder] : []),
      ]}
    />
  );
}

/** Returns the lines of an address, the country named in the language of the page. */
function addressLines(details: BillingDetails, locale: string): string[] {
  const { line1, line2, city, state, postalCode, country } = details;
  const named = country && new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  const place = [postalCode, city, state].filter(Boolean).join(' ');
  return [line1, line2, place, named ?? ''].filter((line) => line !== '');
}
