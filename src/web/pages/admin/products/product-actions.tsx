import { Pencil, Trash2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { SubscriptionProduct } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { recordExists, productQuery, refreshProducts } from './catalogue.ts';

type Props = { product: SubscriptionProduct; editing: boolean };

/** Renders the actions on a product: edit and delete. */
export function ProductActions({ product: { id, title }, editing }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const may = useMayCall();
  const remove = async () => {
    const params = { id };
    await api.products.remove({ params });
    if (await recordExists(api.products.get({ params }))) {
      await refreshProducts();
      return dialogs.success({ title: t('catalogue.offSale'), text: t('catalogue.archived') });
    }
    await navigate('/admin/products');
    queryClient.removeQueries({ queryKey: productQuery(id).queryKey });
    await refreshProducts();
    return toast({ tone: 'success', title: t('catalogue.removed') });
  };
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('catalogue.removeTitle', { title }),
      text: t('catalogue.removeText'),
      yes: t('common.action.delete'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (!sure) return;
    await remove().catch((error: unknown) =>
      dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    );
  };
  if (!may('products/update')) return null;
  return (
    <>
      <Button variant="white" onClick={() => void ask()}>
        <Trash2 aria-hidden className="size-4" />
        {t('catalogue.remove')}
      </Button>
      {!editing && (
        <Button render={<Link to={`/admin/products/${id}/edit`} />}>
          <Pencil aria-hidden className="size-4" />
          {t('common.action.edit')}
        </Button>
      )}
    </>
  );
}
