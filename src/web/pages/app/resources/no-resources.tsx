import { FileDown } from 'lucide-react';
import { Link } from 'react-router';
import { UserType } from '#contract/access.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Renders the empty state. Only operators are offered to add a resource. */
export function NoResources() {
  const { t } = useTranslation();
  const { user } = useSession();
  const isOperator = user.type === UserType.Admin;
  return (
    <EmptyState
      icon={<FileDown aria-hidden />}
      title={t('resources.emptyTitle')}
      action={
        <Button
          variant={isOperator ? 'primary' : 'white'}
          render={<Link to={isOperator ? '/admin/resources' : '/app/dashboard'} />}
        >
          {isOperator ? t('resources.admin.createFirst') : t('common.failure.home')}
        </Button>
      }
    >
      {t('resources.emptyText')}
    </EmptyState>
  );
}
