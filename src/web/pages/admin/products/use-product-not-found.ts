import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

type Found = { data: unknown; error: Error | null };

/** Reports a product that doesn't exist, then returns to the list (R-OPR-04); throws why it can't be loaded otherwise. */
export function useProductNotFound({ data, error }: Found) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const isMissing = error instanceof Failure && error.code === 'notFound';
  useEffect(() => {
    const leave = async () => {
      await dialogs.error({ title: t('errors.notFound'), text: t('catalogue.notFoundText') });
      await navigate('/admin/products', { replace: true });
    };
    if (isMissing) void leave();
  }, [isMissing, dialogs, navigate, t]);
  if (error && !data && !isMissing) throw error;
}
