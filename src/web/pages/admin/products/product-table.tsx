import { Pencil } from 'lucide-react';
import { Link } from 'react-router';
import { productList } from '#contract/lists/local.ts';
import type { DefaultProduct } from '#contract/pricing/default-pricing.ts';
import type { SubscriptionProduct } from '#contract/products.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

/** A product, or a default product that has no id, and therefore no page, until it is created. */
type Row = DefaultProduct & Partial<Pick<SubscriptionProduct, 'id'>>;

/** Lists products by tier with their prices and maximum of users (R-PRD-06). */
export function ProductTable({ products }: { products: readonly Row[] | undefined }) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const may = useMayCall();
  const pricesText = (prices: Row['prices']) => {
    const active = prices.filter((price) => price.active);
    return [...new Set(active.map((price) => `${texts.amount(price)} ${texts.per(price)}`))].join(
      ', ',
    );
  };
  const { state, rows, csv } = useLocalList(products, productList, {
    columns: [
      {
        key: 'title',
        header: t('catalogue.field.title'),
        render: ({ id, title, badge }) => (
          <span className="flex flex-wrap items-center gap-2">
            {id ? (
              <Link to={id} className="font-medium underline-offset-4 hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
            {badge && <Badge tone="accent">{texts.own(badge)}</Badge>}
          </span>
        ),
      },
      {
        key: 'tier',
        header: t('catalogue.field.tier'),
        align: 'end',
        render: ({ tier }) => tier,
      },
      {
        key: 'prices',
        header: t('catalogue.tab.prices'),
        render: ({ prices }) => <ActivePrices prices={prices} />,
        csv: [{ header: t('catalogue.tab.prices'), value: ({ prices }) => pricesText(prices) }],
      },
      {
        key: 'maxUsers',
        header: t('catalogue.field.maxUsers'),
        align: 'end',
        render: ({ maxUsers }) => maxUsers || t('catalogue.unlimited'),
        csv: [
          {
            header: t('catalogue.field.maxUsers'),
            value: ({ maxUsers }) => maxUsers || t('catalogue.unlimited'),
          },
        ],
      },
      {
        key: 'active',
        header: t('catalogue.field.active'),
        render: ({ active }) => <ActiveBadge active={active} />,
      },
    ],
    filters: {
      active: {
        label: t('catalogue.field.active'),
        choices: choicesOf([true, false], (value) =>
          t(value ? 'catalogue.onSale' : 'catalogue.offSale'),
        ),
      },
    },
    values: {
      title: ({ title }) => title,
      tier: ({ tier }) => tier,
      maxUsers: ({ maxUsers }) => maxUsers || Infinity,
      active: ({ active }) => active,
    },
  });
  return (
    <DataList
      name="operator.products"
      state={state}
      caption={t('catalogue.history')}
      rows={rows}
      csv={csv}
      totals={rows && { count: rows.length, sums: [] }}
      rowKey={({ id, title }) => id ?? title}
      empty={null}
      renderActions={({ id, title }) =>
        id &&
        may('products/update') && (
          <IconButton
            label={t('catalogue.openProduct', { title })}
            render={<Link to={`${id}/edit`} />}
          >
            <Pencil aria-hidden />
          </IconButton>
        )
      }
    />
  );
}

/** Renders the active prices, one line per billing period. */
function ActivePrices({ prices }: Pick<Row, 'prices'>) {
  const texts = usePricingTexts();
  const periods = Map.groupBy(
    prices.filter(({ active }) => active),
    ({ billingPeriod }) => billingPeriod,
  );
  return (
    <ul role="list" className="grid gap-0.5">
      {[...periods].map(([period, [first, ...others]]) => (
        <li key={period}>
          {[...new Set([first, ...others].flatMap((price) => price && texts.amount(price)))].join(
            ' · ',
          )}{' '}
          {first && <span className="text-muted">{texts.per(first)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Renders a badge for an active or archived product. */
export function ActiveBadge({ active }: { active: boolean }) {
  const { t } = useTranslation();
  return (
    <Badge tone={active ? 'success' : 'neutral'}>
      {t(active ? 'catalogue.onSale' : 'catalogue.offSale')}
    </Badge>
  );
}
