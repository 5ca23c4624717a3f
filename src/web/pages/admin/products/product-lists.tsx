import { Pencil, Plus } from 'lucide-react';
import { Link } from 'react-router';
import type { SubscriptionProduct } from '#contract/products.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { FeatureTable } from './feature-table.tsx';
import { PriceTable } from './price-table.tsx';

type Props = { product: SubscriptionProduct };

function LinkToNew({ to, label }: { to: string; label: string }) {
  return (
    <Button size="sm" render={<Link to={to} />}>
      <Plus aria-hidden className="size-4" />
      {label}
    </Button>
  );
}

function LinkToEdit({ to, label }: { to: string; label: string }) {
  return (
    <IconButton label={label} render={<Link to={to} />}>
      <Pencil aria-hidden />
    </IconButton>
  );
}

/** Lists the prices of a product; each opens in a panel. */
export function ProductPrices({ product: { id, prices } }: Props) {
  const { t } = useTranslation();
  const may = useMayCall();
  const add = may('products/createPrice') && (
    <LinkToNew to={`/admin/products/${id}/prices/new`} label={t('catalogue.price.new')} />
  );
  return (
    <Card flush {...(prices.length > 0 && { title: t('catalogue.tab.prices'), actions: add })}>
      <PriceTable
        prices={prices}
        add={add}
        renderActions={(price) =>
          may('products/updatePrice') && (
            <LinkToEdit
              to={`/admin/products/prices/${price.id}/edit`}
              label={t('catalogue.price.edit')}
            />
          )
        }
      />
    </Card>
  );
}

/** Lists the features of a product; each opens in a panel. */
export function ProductFeatures({ product: { id, features } }: Props) {
  const { t } = useTranslation();
  const base = `/admin/products/${id}/features`;
  const may = useMayCall();
  const add = may('products/createFeature') && (
    <LinkToNew to={`${base}/new`} label={t('catalogue.feature.new')} />
  );
  return (
    <Card flush {...(features.length > 0 && { title: t('catalogue.tab.features'), actions: add })}>
      <FeatureTable
        features={features}
        add={add}
        renderActions={(feature) =>
          may('products/updateFeature') && (
            <LinkToEdit to={`${base}/${feature.id}/edit`} label={t('catalogue.feature.edit')} />
          )
        }
      />
    </Card>
  );
}
