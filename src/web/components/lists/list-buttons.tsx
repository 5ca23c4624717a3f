import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { createContext } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

type RefetchedQuery = Pick<UseQueryResult, 'isRefetching' | 'isRefetchError' | 'refetch'>;

/** Query of the page's list, which its toolbar reloads on a phone. */
export const ListQuery = createContext<RefetchedQuery | null>(null);

type Props = { list: RefetchedQuery; className?: string };

/** Refetches a list; says so when that failed and the earlier data is still shown. */
export function ReloadButton({ list, className }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <FailureNote text={list.isRefetchError && t('common.failure.refresh')} />
      <PlainReload list={list} className={className ?? ''} />
    </>
  );
}

/** Refetches a list from its sheet, on a phone; the page's header says when that failed. */
export const SheetReload = ({ list }: Props) => <PlainReload list={list} className="sm:hidden" />;

function PlainReload({ list, className }: Required<Props>) {
  const { t } = useTranslation();
  return (
    <Button
      variant="white"
      className={className}
      loading={list.isRefetching}
      onClick={() => void list.refetch()}
    >
      <RotateCw aria-hidden className="size-4" />
      {t(list.isRefetchError ? 'common.action.retry' : 'common.action.reload')}
    </Button>
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
