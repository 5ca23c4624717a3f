import {
  periodName,
  type selectOffer,
  type PeriodName,
} from '#web/components/pricing/plan-selection.ts';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { StructuredData } from '#web/components/seo/structured-data.tsx';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { useTranslation } from '#web/session/translation.ts';

/** UN/CEFACT codes of the billing periods, as schema.org requires. */
const unitCodes: Partial<Record<PeriodName, string>> = {
  daily: 'DAY',
  weekly: 'WEE',
  monthly: 'MON',
  yearly: 'ANN',
};

type Props = {
  offer: ReturnType<typeof selectOffer>;
  /** True for default prices, which are not announced to search engines. */
  isFallback: boolean;
};

/** Renders title, description and, for search engines, the offers in the visitor's currency. */
export function PricingHead({ offer, isFallback }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PublicHead title={t('pricing.title')} description={t('pricing.description')} />
      {!isFallback && <Offers offer={offer} />}
    </>
  );
}

function Offers({ offer }: Pick<Props, 'offer'>) {
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
