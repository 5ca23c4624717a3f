import { useQuery } from '@tanstack/react-query';
import { downloadList } from '#contract/lists/local.ts';
import type { Resource } from '#contract/resources.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { choiceTexts } from '#web/components/entity/choices.ts';
import { EntityValue } from '#web/components/entity/value.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { useLocalList } from '#web/components/lists/use-declared-list.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { DownloadButton } from './download-button.tsx';
import { NoResources } from './no-resources.tsx';

export const handle: RouteHandle = { title: 'app.menu.resources' };

/** Lists the downloads of the organization and what is required for the locked ones. */
export default function Resources() {
  const { t, textsOf } = useTranslation();
  const list = useQuery({
    queryKey: tenantQueryKey('resources', 'mine'),
    queryFn: () => api.resources.getMine(),
  });
  if (list.error && !list.data) throw list.error;
  const fields = textsOf('resources.admin.fields');
  const { state, rows, csv } = useLocalList(list.data, downloadList, {
    columns: [
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
    ],
    filters: { type: { label: fields.type, choices: choiceTexts(t, 'ResourceFileType') } },
    values: {
      title: ({ title }) => title,
      description: ({ description }) => description,
      type: ({ type }) => type,
    },
  });
  return (
    <ListPage title={t('resources.title')} text={t('resources.text')} list={list}>
      <DataList
        name="resources"
        caption={t('resources.title')}
        state={state}
        rows={rows}
        csv={csv}
        rowKey={({ id }) => id}
        totals={rows && { count: rows.length, sums: [] }}
        renderActions={(resource: Resource) => <DownloadButton resource={resource} />}
        empty={<NoResources />}
      />
    </ListPage>
  );
}
