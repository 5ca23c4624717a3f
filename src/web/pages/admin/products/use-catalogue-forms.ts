import { useTranslation } from '#web/session/translation.ts';
import { featureForm, priceForm } from './catalogue.ts';
import { useOwnTexts } from './use-own-texts.ts';

/** Returns the forms of prices and features with their translated texts. */
export function useCatalogueForms() {
  const { textsOf } = useTranslation();
  const price = textsOf('catalogue.price');
  const feature = textsOf('catalogue.feature');
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
