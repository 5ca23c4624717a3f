import type { FeatureInput, ProductInput } from '#contract/catalogue.ts';
import { numberFieldOf } from '#contract/pricing/computed-features.ts';
import { defaultProducts } from '#contract/pricing/default-pricing.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useTranslation } from '#web/session/translation.ts';

type ProductTexts = Pick<ProductInput, 'description' | 'badge'>;
type FeatureText = Pick<FeatureInput, 'key' | 'translateInFrontend'>;

/**
 * Returns functions that show stored translation keys as texts in the language of the page, and
 * store a text that the operator left as it was as its key, so that it stays translated.
 */
export function useOwnTexts() {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const label = (key: string) => {
    const feature = { key, value: t('catalogue.feature.valuePlace'), translateInFrontend: true };
    return numberFieldOf(feature) ? texts.own(key) : texts.feature(feature);
  };
  const shownFeature = <F extends FeatureText>(feature: F): F => ({
    ...feature,
    key: feature.translateInFrontend ? label(feature.key) : feature.key,
  });
  return {
    isKey: (text: string) => texts.own(text) !== text,
    shownProduct: <P extends ProductTexts>(product: P): P => ({
      ...product,
      description: texts.own(product.description),
      badge: texts.own(product.badge),
    }),
    storedProduct: <P extends ProductTexts>(input: P, before: ProductTexts): P => ({
      ...input,
      description: restored(input.description, before.description, texts.own),
      badge: restored(input.badge, before.badge, texts.own),
    }),
    shownFeature,
    /** Stores a suggestion as its key, and any other text as it is. */
    storedFeature: <F extends FeatureText>(input: F): F => {
      const key = featureKeys.find((known) => label(known) === input.key);
      return { ...input, key: key ?? input.key, translateInFrontend: key !== undefined };
    },
    featureLabels: featureKeys.map(label),
  };
}

const restored = (text: string, before: string, own: (text: string) => string) =>
  text === own(before) ? before : text;

/** Features whose texts we have in every language. */
const featureKeys = [
  ...new Set(defaultProducts.flatMap(({ features }) => features.map(({ key }) => key))),
];
