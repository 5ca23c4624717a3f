import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';

type Props = {
  error?: unknown;
  /** Address of the list, where it is not that of the parent route. */
  list?: string;
};

/** Leads from a record that can't be loaded back to its list, and says why (R-TRX-03). */
export function UnknownRecord({ error, list = '..' }: Props) {
  const { t } = useTranslation();
  const isUnknown = error === undefined || (error instanceof Failure && error.code === 'notFound');
  const title = isUnknown
    ? t('common.notice.unknownRecord')
    : (failureText(t, error) ?? t('errors.internal'));
  useEffect(() => void toast({ tone: isUnknown ? 'info' : 'error', title }), [isUnknown, title]);
  return <Navigate to={list} replace />;
}
