import type { SupportRecord } from '#contract/support/support.ts';
import { useBillingTime } from '#web/components/billing/billing-time.ts';
import { TrialDays } from '#web/components/billing/trial-days.tsx';
import { useOpenInvoice } from '#web/components/billing/use-open-invoice.ts';
import { useSupportTexts } from '#web/components/billing/use-support-texts.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { LimitRow } from '#web/components/usage/limit-list.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSubscriptionDetails } from '#web/pages/admin/support/subscription-card.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import type { Route } from './+types/index.ts';
import { OrganizationPage } from './page.tsx';

export const handle: RouteHandle = { title: 'catalogue.tab.overview' };

/** Renders an organization at a glance: addresses, plan, seats and what operators did last (R-OPR-30). */
export default function OrganizationOverview({ params }: Route.ComponentProps) {
  return (
    <OrganizationPage tenantId={params.tenantId} title={handle.title}>
      {(record) => (
        <div className="grid gap-4 lg:grid-cols-2">
          <Plan record={record} />
          <Facts record={record} />
          <LatestActions record={record} />
        </div>
      )}
    </OrganizationPage>
  );
}

type Props = { record: SupportRecord };

function Plan({ record }: Props) {
  const { t } = useTranslation();
  const details = useSubscriptionDetails(record);
  const [product] = record.products;
  return (
    <Card title={t('support.plan.title')}>
      {product && <TrialDays product={product} />}
      <DetailsList details={details} />
    </Card>
  );
}

/** Renders the addresses, the seats and what is to pay. */
function Facts({ record: { tenant, invoices, products, usage } }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const [product = null] = products;
  const due = useOpenInvoice()(invoices, useBillingTime(product));
  const details = [
    { key: 'subdomain', label: t('support.field.subdomain'), value: tenant.subdomain || '–' },
    { key: 'domain', label: t('support.field.domain'), value: tenant.domain || '–' },
    {
      key: 'since',
      label: t('subscription.began'),
      value: product ? date(product.startDate, 'short') : '–',
    },
    due ?? { key: 'due', label: t('billing.current.overdue'), value: '–' },
  ];
  return (
    <Card title={t('common.menu.organization')}>
      <DetailsList details={details} />
      <ul role="list" className="mt-3 border-t border-line pt-5">
        {usage.slice(0, 1).map((seats) => (
          <LimitRow key={seats.key} limit={seats} />
        ))}
      </ul>
    </Card>
  );
}

const shown = 5;

function LatestActions({ record: { actions } }: Props) {
  const { t } = useTranslation();
  const describe = useSupportTexts();
  if (actions.length === 0) return null;
  return (
    <Card title={t('support.actions.title')} className="lg:col-span-2">
      <DetailsList
        details={actions.slice(0, shown).map((action) => ({
          key: action.id,
          label: <DateTime at={action.at} />,
          value: describe(action),
        }))}
      />
    </Card>
  );
}
