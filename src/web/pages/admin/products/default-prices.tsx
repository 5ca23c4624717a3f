import { useMutation } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshProducts } from './catalogue.ts';

/**
 * Warns that the default prices are not on the server, with the button that creates them
 * (R-PRD-05).
 */
export function DefaultPricesWarning() {
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
