import { useTranslation } from 'react-i18next';
import { featureForm, priceForm } from './catalogue.ts';

/** Returns the forms of prices and features with their translated texts. */
export function useCatalogueForms() {
  const { t } = useTranslation();
  const price = t('catalogue.price', { returnObjects: true });
  const feature = t('catalogue.feature', { returnObjects: true });
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
      texts: { new: feature.new, edit: feature.edit, fields: feature.field },
    },
  };
}
