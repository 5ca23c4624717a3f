import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshProducts } from './catalogue.ts';
import { differencesQuery } from './queries.ts';

/**
 * Asks for confirmation, updates the provider's catalog to match ours, and reports what still
 * differs.
 */
export function useRepairCatalogue() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const dialogs = useDialogs();
  const repair = useMutation({
    mutationFn: () => api.products.repair(),
    onSuccess: (left) => {
      cache.setQueryData(differencesQuery.queryKey, left);
      const key = left.length === 0 ? 'repaired' : 'left';
      void toast({
        tone: left.length === 0 ? 'success' : 'info',
        title: t(`catalogue.provider.${key}`),
      });
      return Promise.all([
        refreshProducts(),
        cache.invalidateQueries({ queryKey: ['operator', 'coupons'] }),
      ]);
    },
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
  });
  const ask = async () => {
    const question = {
      title: t('catalogue.provider.confirm'),
      text: t('catalogue.provider.confirmText'),
    };
    if (await dialogs.confirm(question)) repair.mutate();
  };
  return { ask, isPending: repair.isPending };
}
