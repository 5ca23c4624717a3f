import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { ProductTexts } from '#locales/texts.ts';
import {
  periodName,
  registerPath,
  type selectOffer,
} from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { TierIcon } from '#web/components/pricing/tier-icon.tsx';
import { offeredPlans } from '#web/pages/marketing/pricing/cards.tsx';
import { ProductSection } from './section.tsx';

type Props = {
  texts: ProductTexts['plans'];
  offer: ReturnType<typeof selectOffer>;
};

/** Lists the products briefly, with a link to the pricing page. */
export function PlanSummary({ texts, offer }: Props) {
  const pricing = usePricingTexts();
  return (
    <ProductSection title={texts.title} text={texts.text} raised>
      <ul role="list" className="mt-8 border-t sm:mt-12 border-line">
        {offeredPlans(offer).map(({ plan, price }) => (
          <li key={plan.id ?? plan.title} className="border-b border-line">
            <Link
              to={registerPath(
                {
                  product: plan.id ?? plan.title,
                  period: periodName(price.billingPeriod),
                  currency: price.currency,
                },
                new URLSearchParams(),
              )}
              className="group -mx-4 grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-1 rounded-md px-4 py-4 hover:bg-sunken sm:py-6 sm:grid-cols-[auto_minmax(0,10rem)_1fr_auto_auto] sm:gap-x-6"
            >
              <TierIcon tier={plan.tier} className="size-9" />
              <span className="text-xl font-semibold tracking-[-0.01em]">{plan.title}</span>
              <span className="text-pretty text-muted max-sm:order-1 max-sm:col-span-full">
                {pricing.own(plan.description)}
                {price.trialDays > 0 && (
                  <span className="block text-sm">
                    {texts.trial.replace('{{days}}', String(price.trialDays))}
                  </span>
                )}
              </span>
              <span className="text-right tabular-nums">
                <span className="block text-xl font-semibold tracking-[-0.01em]">
                  {pricing.amount(price)}
                </span>
                {price.price > 0 && (
                  <span className="block text-sm text-muted">{pricing.per(price)}</span>
                )}
              </span>
              <ArrowRight
                aria-hidden
                className="size-5 text-muted transition-transform group-hover:translate-x-1 max-sm:hidden"
              />
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to="/pricing"
        className="mt-6 inline-block sm:mt-8 font-semibold text-accent-ink underline underline-offset-4"
      >
        {texts.compare}
      </Link>
    </ProductSection>
  );
}
