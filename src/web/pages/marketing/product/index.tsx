import { visitorCurrency } from '#contract/pricing/pricing.ts';
import { productTexts } from '#locales/product.ts';
import type { ProductTexts } from '#locales/texts.ts';
import { selectOffer } from '#web/components/pricing/plan-selection.ts';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { StructuredData } from '#web/components/seo/structured-data.tsx';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { siteContext, useSite } from '#web/layouts/marketing-site.ts';
import { loadPlans } from '#web/pages/marketing/pricing/offer.ts';
import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/index.ts';
import { ProductSections } from './sections.tsx';

/** Loads the texts with the page, so that no bundle includes them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, currency, locale, theme, report } = context.get(visitorContext);
  const { pricingFallback } = context.get(siteContext);
  const { plans } = await loadPlans({ api, fallback: pricingFallback, report });
  return {
    texts: productTexts[locale],
    plans,
    currency: visitorCurrency(currency, locale, plans),
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

/** Renders structured data for search engines: the organization and the FAQ. */
function ProductData({ texts }: { texts: ProductTexts }) {
  const origin = useOrigin();
  const site = useSite();
  return (
    <>
      <StructuredData
        value={{
          '@type': 'Organization',
          name: 'Pregão',
          url: origin,
          logo: `${origin}/icon-512.png`,
          email: site?.supportEmail,
          sameAs: Object.values(site?.social ?? {}).filter((address) => address !== null),
        }}
      />
      <StructuredData
        value={{
          '@type': 'FAQPage',
          mainEntity: Object.values(texts.faq.items).map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        }}
      />
    </>
  );
}
