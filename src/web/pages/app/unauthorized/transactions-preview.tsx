import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { Role, roleAllows, transactionsTier } from '#contract/access.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { dataPath, planEndQuery } from '#web/components/billing/plan-end-query.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { selectPlan } from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useCurrency } from '#web/components/pricing/use-currency.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { plansOnOffer } from '#web/pages/app/settings/subscription/plan-options.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { serverNow } from '#web/ui/clock.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

/**
 * Shows transactions as they would be, with the price of the first plan that includes them, and how many are kept from
 * an earlier one (R-APP-19).
 */
export function TransactionsPreview() {
  const { t } = useTranslation();
  const { role, tenant, product: active } = useSession();
  const pricing = usePricingTexts();
  const isPayer = roleAllows(role, Role.Admin);
  const { data, error } = useQuery(availableProductsQuery);
  const visitorCurrency = useCurrency(data);
  const { data: end, isPending } = useQuery(planEndQuery());
  const { data: subscription, isLoading } = useQuery({ ...subscriptionQuery(), enabled: isPayer });
  if (error && !data) throw error;
  if (!data || isPending || isLoading) return <Skeleton className="h-96 rounded-lg" />;
  const name = data.find(({ tier }) => tier >= transactionsTier)?.title ?? null;
  const { plans, currency } = plansOnOffer(data, active);
  const wanted = { product: name, preselect: false };
  const { product, price } = selectPlan(plans, wanted, currency ?? visitorCurrency);
  const count = end?.transactions ?? 0;
  const isKept = count > 0;
  const trialDays = subscription?.trialAvailable ? price?.trialDays : 0;
  return (
    <>
      <PageTitle>{t('transactions.title')}</PageTitle>
      <PageHeader
        title={
          isKept
            ? t('app.dashboard.keptTitle', { count })
            : t('app.dashboard.upgradeTitle', {
                product: name ?? t('common.tier', { tier: transactionsTier }),
              })
        }
        description={t(isKept ? 'app.dashboard.keptText' : 'app.dashboard.upgradeText')}
        actions={
          isKept &&
          role === Role.Owner && (
            <Button variant="white" render={<Link to={dataPath} />}>
              {t('app.export')}
            </Button>
          )
        }
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {price && (
          <p className="flex items-baseline gap-1.5">
            <span className="text-2xl font-semibold tabular-nums">{pricing.amount(price)}</span>
            <span className="text-sm text-muted">{pricing.per(price)}</span>
          </p>
        )}
        {isPayer ? (
          <Button
            render={
              <Link to={price ? `${subscriptionPath}?price=${price.id}` : subscriptionPath} />
            }
          >
            {product
              ? t(trialDays ? 'pricing.try' : 'pricing.choose', { product: product.title })
              : t('unauthorized.upgrade')}
          </Button>
        ) : (
          <p className="text-sm text-muted">{t('app.askAdmin', { organization: tenant.name })}</p>
        )}
        {trialDays ? (
          <p className="text-sm text-muted">{t('pricing.trial', { count: trialDays })}</p>
        ) : null}
      </div>
      {!isKept && <Examples />}
    </>
  );
}

/** Rows of the sample data: their texts, days before today, quantity and price. */
const examples = [
  { key: 'index', days: 1, quantity: 420, price: 1 },
  { key: 'dollar', days: 1, quantity: -14, price: 10 },
  { key: 'index', days: 2, quantity: -310, price: 1 },
  { key: 'fees', days: 3, quantity: -40, price: 1.07 },
  { key: 'quotes', days: 6, quantity: -1, price: 89 },
] as const;
type Example = (typeof examples)[number];

function Examples() {
  const { t } = useTranslation();
  const { date, number } = useFormats();
  const { amount } = useAmounts();
  const id = useId();
  const column = (key: 'description' | 'category' | 'quantity' | 'amount' | 'date') =>
    ({ key, header: t(`transactions.fields.${key}`) }) as const;
  const columns: Column<Example>[] = [
    {
      ...column('description'),
      render: ({ key }) => t(`onboarding.sample.${key}.description`),
    },
    { ...column('category'), render: ({ key }) => t(`onboarding.sample.${key}.category`) },
    { ...column('quantity'), align: 'end', render: ({ quantity }) => number(quantity) },
    {
      ...column('amount'),
      align: 'end',
      phone: 'first',
      render: ({ quantity, price }) => amount(quantity * price),
    },
    {
      ...column('date'),
      render: ({ days }) => date(serverNow().getTime() - days * 86_400_000, 'short'),
    },
  ];
  return (
    <Card
      flush
      aria-describedby={id}
      title={t('transactions.title')}
      actions={
        <span id={id} className="text-sm text-muted">
          {t('onboarding.samples.mark')}
        </span>
      }
    >
      <Table
        caption={`${t('transactions.title')}: ${t('onboarding.samples.mark')}`}
        columns={columns}
        rows={examples}
        rowKey={({ key, days }) => `${key} ${days}`}
        empty={null}
      />
    </Card>
  );
}
