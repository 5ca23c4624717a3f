import { useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router';
import { identityTier } from '#contract/access.ts';
import { capabilityTiers } from '#contract/pricing/capabilities.ts';
import { commonYearlySaving, visitorCurrency } from '#contract/pricing/pricing.ts';
import { SessionChart } from '#web/components/drawing/chart.tsx';
import { trendingSession } from '#web/components/drawing/session.ts';
import {
  selectOffer,
  parsePlanSelection,
  periodName,
  type PeriodName,
} from '#web/components/pricing/plan-selection.ts';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { StructuredData } from '#web/components/seo/structured-data.tsx';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { siteContext } from '#web/layouts/marketing-site.ts';
import { keepQuery, usePageView } from '#web/layouts/page-view.ts';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { Route } from './+types/index.ts';
import { PlanCards, offeredPlans } from './cards.tsx';
import { PlanComparison } from './comparison.tsx';
import { loadPlans } from './offer.ts';
import { PriceSwitches } from './price-switches.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, currency, locale, report } = context.get(visitorContext);
  const { pricingFallback } = context.get(siteContext);
  const offer = await loadPlans({ api, fallback: pricingFallback, report });
  return {
    ...offer,
    currency: visitorCurrency(currency, locale, offer.plans),
    tiers: capabilityTiers,
  };
}

/**
 * Lets shared caches keep the page for 5 seconds; it varies only with language, theme and currency.
 */
export const headers = () => ({ 'Cache-Control': 's-maxage=5' });

export const handle = { static: true };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepQuery];

/** Skips reloading when only period or currency change: the loaded prices include all of them. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

/** Renders the products with their prices; the query holds period and currency (R-PRD-08). */
export default function PricingPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const viewsTo = usePageView();
  const { plans, isFallback, currency, tiers } = loaderData;
  const offer = selectOffer(plans, parsePlanSelection(query), currency);
  const shown = offeredPlans(offer);
  const days = Math.max(0, ...shown.map(({ price }) => price.trialDays));
  const isFreeToStart = days > 0 && shown.some(({ price }) => price.price === 0);
  return (
    <>
      <PricingHead offer={offer} isFallback={isFallback} />
      <section data-page-views={viewsTo} className="relative isolate overflow-hidden">
        <SessionChart
          session={trendingSession}
          cover
          className="absolute inset-x-0 bottom-0 -z-10 h-64 w-full mask-[linear-gradient(to_right,transparent_38%,black_72%)] max-lg:opacity-60 lg:h-full"
        />
        <div className="mx-auto max-w-6xl px-4 pt-14 pb-28 sm:px-6 sm:pt-20">
          <h1 className="max-w-[16ch] text-[clamp(2.25rem,1.4rem+3.4vw,4rem)] leading-[1.04] font-semibold tracking-[-0.035em] [&:lang(hi)]:leading-[1.2]">
            {t('pricing.headline')}
          </h1>
          <p className="mt-5 max-w-[34rem] text-lg text-pretty text-muted">
            {isFreeToStart ? t('pricing.text', { count: days }) : t('pricing.textWithoutTrial')}
          </p>
          <PriceSwitches
            offer={offer}
            saving={commonYearlySaving(offer.products, offer.currency)}
          />
        </div>
      </section>
      <section
        aria-label={t('pricing.plans')}
        className="relative mx-auto -mt-16 max-w-6xl px-4 pb-16 sm:px-6"
      >
        {isFallback && (
          <Banner tone="warning" className="mb-6">
            {t('pricing.fallback')}
          </Banner>
        )}
        {shown.length > 0 ? (
          <PlanCards shown={shown} period={offer.period} />
        ) : (
          <Banner tone="info">{t('pricing.empty')}</Banner>
        )}
      </section>
      {shown.length > 0 && <PlanComparison shown={shown} tiers={tiers} />}
      <SignUpTerms hasTrial={days > 0} shown={shown} />
    </>
  );
}

type Props = {
  hasTrial: boolean;
  shown: readonly { plan: { tier: number; title: string } }[];
};

/** Lists what to know before signing up: conditions, and what larger plans add for a company. */
function SignUpTerms({ hasTrial, shown }: Props) {
  const { t } = useTranslation();
  const product = shown.find(({ plan }) => plan.tier >= identityTier)?.plan.title;
  const facts = [
    ...(hasTrial ? (['trial'] as const) : []),
    'change' as const,
    ...(product === undefined ? [] : (['company'] as const)),
    'risk' as const,
  ];
  return (
    <section className="border-t border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-20">
        <h2 className="text-title font-semibold">{t('pricing.facts.title')}</h2>
        <dl className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {facts.map((fact) => (
            <div key={fact} className="border-t-2 border-accent-ink pt-5">
              <dt className="font-semibold">{t(`pricing.facts.${fact}Title`)}</dt>
              <dd className="mt-2 text-pretty text-muted">
                {t(`pricing.facts.${fact}Text`, { product })}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** UN/CEFACT codes of the billing periods, as schema.org requires. */
const unitCodes: Partial<Record<PeriodName, string>> = {
  daily: 'DAY',
  weekly: 'WEE',
  monthly: 'MON',
  yearly: 'ANN',
};

type PricingHeadProps = {
  offer: ReturnType<typeof selectOffer>;
  /** True for default prices, which are not announced to search engines. */
  isFallback: boolean;
};

/** Renders title, description and, for search engines, the offers in the visitor's currency. */
function PricingHead({ offer, isFallback }: PricingHeadProps) {
  const { t } = useTranslation();
  return (
    <>
      <PublicHead title={t('pricing.title')} description={t('pricing.description')} />
      {!isFallback && <Offers offer={offer} />}
    </>
  );
}

function Offers({ offer }: Pick<PricingHeadProps, 'offer'>) {
  const { t } = useTranslation();
  const origin = useOrigin();
  const offers = offer.products.flatMap(({ title, prices }) =>
    prices
      .filter(({ active, currency }) => active && currency === offer.currency)
      .map(({ price, currency, billingPeriod }) => {
        const unitCode = unitCodes[periodName(billingPeriod)];
        const amount = { price: price.toFixed(2), priceCurrency: currency.toUpperCase() };
        return {
          '@type': 'Offer',
          name: title,
          url: `${origin}/pricing`,
          availability: 'https://schema.org/InStock',
          ...amount,
          ...(unitCode && {
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              ...amount,
              referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode },
            },
          }),
        };
      }),
  );
  return (
    <StructuredData
      value={{
        '@type': 'SoftwareApplication',
        name: t('common.product'),
        description: t('pricing.description'),
        applicationCategory: 'FinanceApplication',
        operatingSystem: 'Web',
        image: `${origin}/share.png`,
        offers,
      }}
    />
  );
}
