import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/resources.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { EntityValue } from '#web/components/entity/value.tsx';
import { ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Table } from '#web/ui/table.tsx';
import { DownloadButton } from './download-button.tsx';
import { NoResources } from './no-resources.tsx';

export const handle: RouteHandle = { title: 'app.menu.resources' };

/** Lists the downloads of the organization and what is required for the locked ones. */
export default function Resources() {
  const { t } = useTranslation();
  const list = useQuery({
    queryKey: tenantQueryKey('resources', 'mine'),
    queryFn: () => api.resources.getMine(),
  });
  if (list.error && !list.data) throw list.error;
  const fields = t('resources.admin.fields', { returnObjects: true });
  return (
    <>
      <PageTitle>{t('resources.title')}</PageTitle>
      <PageHeader
        title={t('resources.title')}
        description={t('resources.text')}
        actions={<ReloadButton list={list} />}
      />
      <Card flush>
        <Table
          caption={t('resources.title')}
          rows={list.data}
          rowKey={({ id }) => id}
          columns={[
            { key: 'title', header: fields.title, render: ({ title }) => title },
            {
              key: 'description',
              header: fields.description,
              render: ({ description }) => <EntityValue kind="TextArea" value={description} />,
            },
            {
              key: 'type',
              header: fields.type,
              render: ({ type }) => <EntityValue kind="ResourceFileType" value={type} />,
            },
          ]}
          renderActions={(resource: Resource) => <DownloadButton resource={resource} />}
          empty={<NoResources />}
        />
      </Card>
    </>
  );
}
