import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TenantProduct } from '#contract/membership.ts';
import { currencyOfLocale, type Currency } from '#contract/money.ts';
import { selectableProducts } from '#contract/pricing.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import { availableProducts } from '#web/components/available-products.ts';
import { usePricingTexts } from '#web/components/pricing-texts.ts';
import { useLocale } from '#web/components/use-formats.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Every plan with its prices, in the currency that the organization pays in. */
export function Plans({ activeProduct }: { activeProduct: TenantProduct | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useQuery(availableProducts);
  const paid = activeProduct?.subscriptionPrice;
  const currency = paid && paid.price > 0 ? paid.currency : currencyOfLocale(locale);
  if (!data) return <Skeleton className="h-72 rounded-lg" />;
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h2 className="text-base font-semibold">{t('app.subscription.plans')}</h2>
        <p className="text-sm text-muted">
          {t('app.subscription.plansHint', { currency: currency.toUpperCase() })}
        </p>
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        {selectableProducts<SubscriptionPrice, SubscriptionProduct>(data, currency).map(
          (product) => (
            <Plan
              key={product.id}
              product={product}
              currency={currency}
              current={product.id === activeProduct?.subscriptionProduct.id}
            />
          ),
        )}
      </div>
    </section>
  );
}

type PlanProps = { product: SubscriptionProduct; currency: Currency; current: boolean };

function Plan({ product, currency, current }: PlanProps) {
  const { t } = useTranslation();
  const pricing = usePricingTexts();
  const prices = product.prices.filter((price) => price.active && price.currency === currency);
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {product.title}
          {current && <Badge tone="accent">{t('app.subscription.current')}</Badge>}
        </span>
      }
      description={pricing.own(product.description)}
      {...(current && { className: 'border-accent-ink' })}
    >
      <ul role="list" className="flex flex-col gap-1 pb-4">
        {prices.map((price) => (
          <li key={price.id} className="flex items-baseline gap-1.5">
            <span className="text-lg font-semibold tabular-nums">{pricing.amount(price)}</span>
            {price.price > 0 && <span className="text-sm text-muted">{pricing.per(price)}</span>}
          </li>
        ))}
      </ul>
      <ul role="list" className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
        {product.features.map((feature) => (
          <li key={feature.id} className={feature.included ? featureClass : missingClass}>
            {feature.included ? (
              <Check aria-label={t('pricing.included')} />
            ) : (
              <X aria-label={t('pricing.notIncluded')} />
            )}
            {pricing.feature(feature)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const featureClass =
  'flex gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-success-ink';
const missingClass = 'flex gap-2.5 text-muted [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0';
