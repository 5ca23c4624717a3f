import { useQuery, useMutation } from '@tanstack/react-query';
import { GitCompareArrows, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { defaultProducts } from '#contract/pricing/default-pricing.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshProducts } from './catalogue.ts';
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

/**
 * Warns that the default prices are not on the server, with the button that creates them
 * (R-PRD-05).
 */
function DefaultPricesWarning() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const may = useMayCall();
  const generate = useMutation({
    mutationFn: () => api.products.generateDefaults(),
    onSuccess: () => void toast({ tone: 'success', title: t('catalogue.fallback.done') }),
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    // Some may exist although the provider failed at others.
    onSettled: refreshProducts,
  });
  const ask = async () => {
    const question = {
      title: t('catalogue.fallback.confirm'),
      yes: t('catalogue.fallback.generate'),
      no: t('common.action.cancel'),
    };
    if (await dialogs.confirm(question)) generate.mutate();
  };
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('catalogue.fallback.title')}
      action={
        may('products/generateDefaults') && (
          <Button size="sm" loading={generate.isPending} onClick={() => void ask()}>
            {t('catalogue.fallback.generate')}
          </Button>
        )
      }
    >
      {t('catalogue.fallback.text')}
    </Banner>
  );
}
