import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

type RefetchedQuery = Pick<UseQueryResult, 'isRefetching' | 'isRefetchError' | 'refetch'>;

/** Refetches a list; says so when that failed and the earlier data is still shown. */
export function ReloadButton({ list }: { list: RefetchedQuery }) {
  const { t } = useTranslation();
  const failed = list.isRefetchError;
  return (
    <>
      <FailureNote text={failed && t('common.failure.refresh')} />
      <Button variant="white" loading={list.isRefetching} onClick={() => void list.refetch()}>
        <RotateCw aria-hidden className="size-4" />
        {t(failed ? 'common.action.retry' : 'common.action.reload')}
      </Button>
    </>
  );
}

/** Renders why a list could not be loaded or refreshed, and announces it. */
export function FailureNote({ text }: { text: string | false }) {
  return (
    <p role="alert" className="self-center text-sm text-danger-ink empty:hidden">
      {text}
    </p>
  );
}
