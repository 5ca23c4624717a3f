import { useTranslation } from 'react-i18next';
import { featureForm, priceForm } from './catalogue.ts';
import { useOwnTexts } from './use-own-texts.ts';

/** Returns the forms of prices and features with their translated texts. */
export function useCatalogueForms() {
  const { t } = useTranslation();
  const price = t('catalogue.price', { returnObjects: true });
  const feature = t('catalogue.feature', { returnObjects: true });
  const { featureLabels, storedFeature } = useOwnTexts();
  return {
    price: {
      ...priceForm,
      texts: {
        new: price.new,
        edit: price.edit,
        fields: price.field,
        removeHint: price.removeText,
      },
    },
    feature: {
      ...featureForm,
      schema: featureForm.schema.transform(storedFeature),
      suggestions: { key: featureLabels },
      texts: {
        new: feature.new,
        edit: feature.edit,
        text: feature.textHint,
        fields: feature.field,
      },
    },
  };
}
