import { useTranslation } from 'react-i18next';
import type { TenantProduct } from '#contract/membership.ts';
import { isOneTimePrice } from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { Table } from '#web/ui/table.tsx';

/**
 * Lists one-time purchases, which stay beside any subscription. Free plans are not purchases
 * (R-SUB-14).
 */
export function OneTimePurchases({ products }: { products: readonly TenantProduct[] }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { amount } = usePricingTexts();
  return (
    <Card title={t('billing.purchases.title')} flush>
      <Table
        caption={t('billing.purchases.title')}
        rows={products.filter(
          ({ subscriptionPrice: each }) => isOneTimePrice(each) && each.price > 0,
        )}
        rowKey={({ id }) => id}
        empty={<p className="px-5 pb-5 text-sm text-muted">{t('billing.purchases.empty')}</p>}
        columns={[
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
          },
        ]}
      />
    </Card>
  );
}
