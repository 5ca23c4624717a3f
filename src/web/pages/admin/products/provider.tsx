import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Wrench } from 'lucide-react';
import { failureText } from '#web/components/errors/failure-text.ts';
import { ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { differencesQuery } from './queries.ts';
import { useRepairCatalogue } from './use-repair-catalogue.ts';

export const handle: RouteHandle = { title: 'catalogue.provider.title' };

/**
 * Lists the differences between our catalog and the provider's, with the button that repairs them.
 */
export default function ProviderCatalogue() {
  const { t } = useTranslation();
  const found = useQuery(differencesQuery);
  const repair = useRepairCatalogue();
  const may = useMayCall();
  return (
    <>
      <PageTitle>{t('catalogue.provider.title')}</PageTitle>
      <PageHeader
        title={t('catalogue.provider.title')}
        description={t('catalogue.provider.text')}
        actions={
          <>
            <ReloadButton list={found} />
            {may('products/repair') && found.data && found.data.length > 0 && (
              <Button loading={repair.isPending} onClick={() => void repair.ask()}>
                <Wrench aria-hidden className="size-4" />
                {t('catalogue.provider.repair')}
              </Button>
            )}
          </>
        }
      />
      {found.error && (
        <Banner tone="danger" role="alert" title={t('catalogue.provider.unreachable')}>
          {failureText(t, found.error) ?? t('errors.internal')}
        </Banner>
      )}
      {(found.data || found.isPending) && (
        <Card flush>
          <DifferenceTable
            differences={found.data}
            empty={
              <EmptyState icon={<CircleCheck aria-hidden />} title={t('catalogue.provider.agree')}>
                {t('catalogue.provider.agreeText')}
              </EmptyState>
            }
          />
        </Card>
      )}
    </>
  );
}
