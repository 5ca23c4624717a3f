import { ScrollText, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { AuditFilterState } from './use-audit-filter.ts';

/** Renders the empty state of the audit log: no matches, or no entries at all. */
export function AuditEmptyState({ state }: { state: AuditFilterState }) {
  const { t } = useTranslation();
  if (Object.values(state.filter).every((value) => value === '')) {
    return (
      <EmptyState icon={<ScrollText aria-hidden />} title={t('audit.emptyTitle')}>
        {t('audit.emptyText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('audit.nothingTitle')}
      action={
        <Button variant="white" onClick={state.clear}>
          {t('audit.clear')}
        </Button>
      }
    >
      {t('audit.nothingText')}
    </EmptyState>
  );
}
