import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/failure-text.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshProducts } from './catalogue.ts';

/** Where our catalogue and the provider's do not agree; asked anew whenever it is looked at. */
export const differences = {
  queryKey: ['operator', 'catalogue', 'differences'],
  queryFn: () => api.products.compare(),
  staleTime: 0,
  retry: false,
};

/** Asks, then brings the provider's catalogue to ours, and tells what is left to differ. */
export function useRepair() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const dialogs = useDialogs();
  const repair = useMutation({
    mutationFn: () => api.products.repair(),
    onSuccess: (left) => {
      cache.setQueryData(differences.queryKey, left);
      const key = left.length === 0 ? 'repaired' : 'left';
      void toast({
        tone: left.length === 0 ? 'success' : 'info',
        title: t(`catalogue.provider.${key}`),
      });
      return refreshProducts();
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
