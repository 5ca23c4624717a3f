import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { FeatureInput } from '#contract/catalogue.ts';
import { api } from '#web/api/api.ts';
import { EntityPanel } from '#web/components/entity/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { newFeatureValues, productQuery, refreshProducts } from './catalogue.ts';
import { useCatalogueForms } from './use-catalogue-forms.ts';
import { useOwnTexts } from './use-own-texts.ts';

/** Opens as a panel: the page behind keeps its scroll position. */
export const handle = { panel: true };

/** Adds a feature at `new`; changes or deletes one at `:featureId/edit`. */
export default function Feature() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { feature } = useCatalogueForms();
  const { shownFeature } = useOwnTexts();
  const { id = '', featureId } = useParams();
  const { data: product } = useQuery(productQuery(id));
  const record = product?.features.find((one) => one.id === featureId);
  const close = async () => void (await navigate(`/admin/products/${id}?tab=features`));
  const done = async (title: string) => {
    await refreshProducts();
    await close();
    void toast({ tone: 'success', title });
  };
  const save = async (input: FeatureInput) => {
    const body = { ...input, subscriptionProductId: id };
    if (!featureId) await api.products.createFeature({ body });
    else await api.products.updateFeature({ params: { id: featureId }, body });
    await done(t(featureId ? 'catalogue.feature.updated' : 'catalogue.feature.created'));
  };
  const remove = async () => {
    await api.products.removeFeature({ params: { id: featureId ?? '' } });
    await done(t('catalogue.feature.removed'));
  };
  if (!product) return null;
  return (
    <EntityPanel
      form={{ ...feature, initial: newFeatureValues(product.features) }}
      record={featureId ? record && shownFeature(record) : null}
      draft={`features/${featureId ?? `new/${id}`}`}
      onSave={save}
      onRemove={remove}
      onClose={() => void close()}
    />
  );
}
