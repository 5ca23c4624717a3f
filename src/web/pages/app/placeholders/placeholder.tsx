import { Construction } from 'lucide-react';
import { Link } from 'react-router';
import { PageTitle } from '#web/components/page-title.tsx';
import { homePath } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

type Props = {
  page: 'standard' | 'unlimited' | 'enterprise' | 'member' | 'admin';
};

/** Renders a page that has an address and a title but no content yet. */
export function Placeholder({ page }: Props) {
  const { t } = useTranslation();
  const title = t(`demo.placeholder.${page}`);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon={<Construction aria-hidden />}
          title={t('demo.placeholder.title')}
          action={
            <Button variant="white" render={<Link to={homePath} />}>
              {t('common.failure.home')}
            </Button>
          }
        >
          {t('demo.placeholder.text')}
        </EmptyState>
      </Card>
    </>
  );
}
