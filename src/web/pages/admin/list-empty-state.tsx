import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface Props {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

/** Renders the empty state of a list: no match for the search, or no rows yet. */
export function ListEmptyState({ icon, title, children }: Props) {
  const { t } = useTranslation();
  const { search, setParams } = useListQuery();
  if (!search) {
    return (
      <EmptyState icon={icon} title={title}>
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('admin.list.nothing')}
      action={
        <Button variant="white" onClick={() => setParams({ search: '' })}>
          {t('admin.list.clear')}
        </Button>
      }
    >
      {t('admin.list.nothingText')}
    </EmptyState>
  );
}
