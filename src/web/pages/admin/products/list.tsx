import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { defaultProducts } from '#contract/pricing/default-pricing.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DefaultPricesWarning } from './default-prices.tsx';
import { ProductTable } from './product-table.tsx';
import { allProductsQuery } from './queries.ts';

/**
 * Lists the products by tier; without any, the default prices and the button that creates them
 * (R-PRD-05).
 */
export default function ProductList() {
  const { t } = useTranslation();
  const list = useQuery(allProductsQuery);
  if (list.error && !list.data) throw list.error;
  const may = useMayCall();
  const isEmpty = list.data?.length === 0;
  return (
    <ListPage
      title={t('catalogue.title')}
      text={t('catalogue.text')}
      list={list}
      actions={
        <>
          <Button variant="white" render={<Link to="provider" />}>
            <GitCompareArrows aria-hidden className="size-4" />
            {t('catalogue.provider.title')}
          </Button>
          {may('products/create') && (
            <Button render={<Link to="new" />}>
              <Plus aria-hidden className="size-4" />
              {t('catalogue.new')}
            </Button>
          )}
        </>
      }
    >
      {isEmpty && <DefaultPricesWarning />}
      <ProductTable products={isEmpty ? defaultProducts : list.data} />
    </ListPage>
  );
}
