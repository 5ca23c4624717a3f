import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Failure } from '#contract/errors.ts';
import type { SupportRecord } from '#contract/support/support.ts';
import type { TextKey } from '#locales/translation.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { OrganizationTabs } from '#web/pages/admin/organization-tabs.tsx';
import { supportQuery } from '#web/pages/admin/support/queries.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EditDialog } from './edit-dialog.tsx';

type Props = {
  tenantId: string;
  /** Title of the tab. */
  title: TextKey;
  children: (record: SupportRecord) => ReactNode;
};

/** Renders one of the tabs of an organization, once what operators see of it is loaded (R-OPR-30). */
export function OrganizationPage({ tenantId, title, children }: Props) {
  const { t } = useTranslation();
  const { data: record, error, refetch, isFetching } = useQuery(supportQuery(tenantId));
  if (error instanceof Failure && error.code === 'notFound') return <UnknownRecord error={error} />;
  if (error && !record) throw error;
  if (!record) {
    return (
      <>
        <PageTitle>{t(title)}</PageTitle>
        <PageHeader title={t(title)} />
        <Skeleton className="h-11 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
      </>
    );
  }
  const { name } = record.tenant;
  return (
    <>
      <PageTitle>{t('support.titleOf', { title: t(title), name })}</PageTitle>
      <Header record={record} />
      {!record.providerReached && (
        <Banner
          tone="warning"
          role="status"
          title={t('billing.provider.title')}
          action={
            <Button size="sm" variant="white" loading={isFetching} onClick={() => void refetch()}>
              {t('common.action.retry')}
            </Button>
          }
        />
      )}
      {children(record)}
    </>
  );
}

/** Renders the name with the tabs, and the dialog that edits the organization (R-SUP-07). */
function Header({ record }: { record: SupportRecord }) {
  const { t } = useTranslation();
  const may = useMayCall();
  const [isEditing, setEditing] = useState(false);
  const { id, name } = record.tenant;
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{name}</span>}
        actions={
          may('support/editTenant') && (
            <Button variant="white" onClick={() => setEditing(true)}>
              {t('support.action.edit')}
            </Button>
          )
        }
      />
      <OrganizationTabs tenantId={id} name={name} />
      {isEditing && <EditDialog record={record} onClose={() => setEditing(false)} />}
    </>
  );
}
