import { visitorCurrency } from '#contract/pricing.ts';
import { productTexts } from '#locales/product.ts';
import { offerOf } from '#web/components/pricing-choice.ts';
import { PublicHead } from '#web/components/public-head.tsx';
import { siteContext } from '#web/layouts/marketing-site.ts';
import { loadPlans } from '#web/pages/marketing/pricing/offer.ts';
import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/index.ts';
import { ProductData } from './data.tsx';
import { Sections } from './sections.tsx';

/** The page brings its texts along: no bundle has them. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const { api, currency, locale, theme, report } = context.get(visitorContext);
  const { pricingFallback } = context.get(siteContext);
  const { plans } = await loadPlans({ api, fallback: pricingFallback, report });
  return {
    texts: productTexts[locale],
    plans,
    currency: visitorCurrency(currency, locale),
    background: theme.theme === 'light' ? ('light' as const) : ('dark' as const),
  };
};

/** The same for everybody with the same language, look and currency. */
export const headers = () => ({ 'Cache-Control': 's-maxage=60' });

export const handle = { static: true };

/** `/` and `/product`: what the robot does, what it costs, and what it cannot do (section 1). */
export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { texts, plans, currency, background } = loaderData;
  const offer = offerOf(plans, {}, currency);
  return (
    <>
      <PublicHead title={texts.title} description={texts.description} path="/product" />
      <ProductData texts={texts} />
      <Sections texts={texts} offer={offer} background={background} />
    </>
  );
}
