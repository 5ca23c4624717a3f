import { visitorCurrency } from '#contract/pricing/pricing.ts';
import { productTexts } from '#locales/product.ts';
import { selectOffer } from '#web/components/pricing/plan-selection.ts';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { siteContext } from '#web/layouts/marketing-site.ts';
import { loadPlans } from '#web/pages/marketing/pricing/offer.ts';
import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/index.ts';
import { ProductData } from './data.tsx';
import { ProductSections } from './sections.tsx';

/** Loads the texts with the page, so that no bundle includes them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, currency, locale, theme, report } = context.get(visitorContext);
  const { pricingFallback } = context.get(siteContext);
  const { plans } = await loadPlans({ api, fallback: pricingFallback, report });
  return {
    texts: productTexts[locale],
    plans,
    currency: visitorCurrency(currency, locale),
    background: theme.theme === 'light' ? ('light' as const) : ('dark' as const),
  };
}

/**
 * Lets shared caches keep the page for 60 seconds; it varies only with language, theme and
 * currency.
 */
export const headers = () => ({ 'Cache-Control': 's-maxage=60' });

export const handle = { static: true };

/**
 * Renders the product page at `/` and `/product`: what the robot does, costs, and can't do
 * (R-SITE-01).
 */
export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { texts, plans, currency, background } = loaderData;
  const offer = selectOffer(plans, {}, currency);
  return (
    <>
      <PublicHead title={texts.title} description={texts.description} path="/product" />
      <ProductData texts={texts} />
      <ProductSections texts={texts} offer={offer} background={background} />
    </>
  );
}
