import { ChevronDown, Pencil, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { unpricedMarkets, suggestLocalPrices } from '#contract/pricing/local-prices.ts';
import type { SubscriptionProduct } from '#contract/products.ts';
import { currencyOptions } from '#web/components/currency-names.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';
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

/** Offers the currencies in which the product has no price yet; each opens with suggested amounts (R-PRD-15). */
function OtherCurrencies({ product: { id, prices } }: Props) {
  const { t, locale } = useTranslation();
  const offered = unpricedMarkets(prices).filter(
    (currency) => suggestLocalPrices(prices, currency).length > 0,
  );
  if (offered.length === 0) return null;
  const label = t('catalogue.price.otherCurrency');
  return (
    <Menu
      label={label}
      align="end"
      className="max-h-80"
      trigger={(props) => (
        <Button {...props} size="sm" variant="white">
          {label}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      )}
    >
      {currencyOptions(offered, locale).map(({ value, label: name }) => (
        <MenuItem key={value} render={<Link to={`/admin/products/${id}/prices/new/${value}`} />}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Lists the prices of a product; each opens in a panel. */
export function ProductPrices({ product }: Props) {
  const { id, prices } = product;
  const { t } = useTranslation();
  const may = useMayCall();
  const add = may('products/createPrice') && (
    <span className="flex flex-wrap justify-end gap-2">
      <OtherCurrencies product={product} />
      <LinkToNew to={`/admin/products/${id}/prices/new`} label={t('catalogue.price.new')} />
    </span>
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
