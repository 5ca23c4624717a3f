import { CircleDollarSign } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PriceInput } from '#contract/catalogue.ts';
import { choiceName } from '#web/components/entity/choices.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { ActiveBadge } from './product-table.tsx';

type Props<Row> = {
  prices: readonly Row[];
  /** Button that adds a row. */
  add: ReactNode;
  renderActions: (row: Row) => ReactNode;
};

/** Lists the prices of a product, each in its currency. */
export function PriceTable<Row extends PriceInput & { id: string }>(props: Props<Row>) {
  const { prices, add, renderActions } = props;
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <Table
      caption={t('catalogue.tab.prices')}
      rows={prices}
      rowKey={({ id }) => id}
      renderActions={renderActions}
      empty={
        <EmptyState
          icon={<CircleDollarSign aria-hidden />}
          title={t('catalogue.price.empty')}
          action={add}
        >
          {t('catalogue.price.emptyText')}
        </EmptyState>
      }
      columns={[
        {
          key: 'billingPeriod',
          header: t('catalogue.price.field.billingPeriod'),
          render: ({ billingPeriod }) => choiceName(t, 'SubscriptionBillingPeriod', billingPeriod),
        },
        {
          key: 'currency',
          header: t('catalogue.price.field.currency'),
          render: ({ currency }) => currency.toUpperCase(),
        },
        {
          key: 'price',
          header: t('catalogue.price.field.price'),
          align: 'end',
          phone: 'first',
          render: ({ price, currency }) => money(price, currency),
        },
        {
          key: 'priceBefore',
          header: t('catalogue.price.field.priceBefore'),
          align: 'end',
          render: ({ priceBefore, currency }) =>
            priceBefore !== null && <s className="text-muted">{money(priceBefore, currency)}</s>,
        },
        {
          key: 'trialDays',
          header: t('catalogue.price.field.trialDays'),
          align: 'end',
          render: ({ trialDays }) => trialDays,
        },
        {
          key: 'active',
          header: t('catalogue.price.field.active'),
          render: ({ active }) => <ActiveBadge active={active} />,
        },
      ]}
    />
  );
}
