import { Check, X } from 'lucide-react';
import type { SubscriptionProduct } from '#contract/products.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Lists the features of a product, included or not. */
export function PlanFeatures({ product }: { product: SubscriptionProduct }) {
  const { t } = useTranslation();
  const pricing = usePricingTexts();
  return (
    <div>
      <h3 className="text-sm font-medium">
        {t('billing.plan.includes', { product: product.title })}
      </h3>
      <ul role="list" className="mt-2 flex flex-col gap-2 text-sm">
        {product.features.map((feature) => (
          <li key={feature.id} className={feature.included ? includedClass : missingClass}>
            {feature.included ? (
              <Check aria-label={t('pricing.included')} />
            ) : (
              <X aria-label={t('pricing.notIncluded')} />
            )}
            {pricing.feature(feature)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const includedClass =
  'flex gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-success-ink';
const missingClass = 'flex gap-2.5 text-muted [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0';
