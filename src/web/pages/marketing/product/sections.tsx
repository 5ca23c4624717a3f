import type { ProductTexts } from '#locales/texts.ts';
import { registerPath, type selectOffer } from '#web/components/pricing/plan-selection.ts';
import { Newsletter } from '#web/pages/marketing/newsletter/form.tsx';
import { ClosingSection } from './closing-section.tsx';
import { Downloads } from './downloads.tsx';
import { Faq } from './faq.tsx';
import { FeatureTour } from './feature-tour.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { OpenOutcry } from './open-outcry.tsx';
import type { PictureTheme } from './pictures.ts';
import { PlanSummary } from './plan-summary.tsx';
import { RiskComparison } from './risk-comparison.tsx';
import { TradingRule } from './trading-rule.tsx';

type Offer = ReturnType<typeof selectOffer>;

type Props = {
  texts: ProductTexts;
  offer: Offer;
  background: PictureTheme;
};

/** Renders all sections of the product page in order. */
export function ProductSections({ texts, offer, background }: Props) {
  const start = freeStart(offer);
  return (
    <>
      <Hero texts={texts.hero} start={start} background={background} />
      <TradingRule texts={texts.rule} />
      <HowItWorks texts={texts.how} />
      <RiskComparison texts={texts.risk} />
      <OpenOutcry texts={texts.floor} />
      <FeatureTour texts={texts.features} />
      <PlanSummary texts={texts.plans} offer={offer} />
      <Downloads texts={texts.downloads} />
      <Faq texts={texts.faq} />
      <Newsletter />
      <ClosingSection texts={texts} start={start} />
    </>
  );
}

/** Returns the path to register with a free product; null when every product costs something. */
function freeStart({ products, currency }: Offer) {
  const free = products.find(({ prices }) =>
    prices.some((price) => price.active && price.price === 0 && price.currency === currency),
  );
  return free ? registerPath({ product: free.id ?? free.title }, new URLSearchParams()) : null;
}
