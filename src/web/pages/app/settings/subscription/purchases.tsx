import { purchaseList } from '#contract/lists/local.ts';
import type { TenantProduct } from '#contract/membership.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { useLocalList } from '#web/components/lists/use-declared-list.ts';
import { isOneTimePrice } from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';

/**
 * Lists one-time purchases, which stay beside any subscription. Free plans are not purchases
 * (R-SUB-14).
 */
export function OneTimePurchases({ products }: { products: readonly TenantProduct[] }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { amount } = usePricingTexts();
  const purchases = products.filter(
    ({ subscriptionPrice: each }) => isOneTimePrice(each) && each.price > 0,
  );
  const { state, rows, csv } = useLocalList(purchases, purchaseList, {
    scope: 'purchases',
    columns: [
      {
        key: 'product',
        header: t('billing.purchases.product'),
        render: ({ subscriptionProduct }) => subscriptionProduct.title,
      },
      {
        key: 'date',
        header: t('subscription.date'),
        render: ({ startDate }) => date(startDate, 'short'),
      },
      {
        key: 'total',
        header: t('subscription.total'),
        align: 'end',
        phone: 'first',
        render: ({ subscriptionPrice }) => amount(subscriptionPrice),
        csv: [
          {
            header: t('subscription.total'),
            value: ({ subscriptionPrice }) => subscriptionPrice.price,
          },
          {
            header: t('lists.currency'),
            value: ({ subscriptionPrice }) => subscriptionPrice.currency.toUpperCase(),
          },
        ],
      },
    ],
    filters: { date: { label: t('subscription.date') } },
    values: {
      product: ({ subscriptionProduct }) => subscriptionProduct.title,
      date: ({ startDate }) => startDate,
      total: ({ subscriptionPrice }) => subscriptionPrice.price,
    },
  });
  return (
    <DataList
      name="purchases"
      caption={t('billing.purchases.title')}
      hasTitle
      isPanel
      count={purchases.length}
      state={state}
      rows={rows}
      csv={csv}
      rowKey={({ id }) => id}
      empty={<p className="px-5 pb-5 text-sm text-muted">{t('billing.purchases.empty')}</p>}
    />
  );
}
