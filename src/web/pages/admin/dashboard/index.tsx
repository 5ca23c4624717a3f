import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MemberStatus } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Table } from '#web/ui/table.tsx';
import { organizationsOf } from './organizations.ts';

/** Every organization with its owners: what the operator looks at first. */
export default function AdminDashboard() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['operator', 'members'],
    queryFn: async () => (await api.members.getAllOfAll({ query: { limit: 1_000 } })).items,
  });
  const organizations = data && organizationsOf(data);
  return (
    <>
      <PageTitle>{t('admin.title')}</PageTitle>
      <PageHeader title={t('admin.title')} description={t('admin.text')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Figure label={t('admin.organizations')} value={organizations?.length} />
        <Figure
          label={t('admin.people')}
          value={data?.filter(({ status }) => status === MemberStatus.Active).length}
        />
      </div>
      <Card flush>
        <Table
          caption={t('admin.organizations')}
          rows={organizations}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('admin.empty')} />}
          columns={[
            { key: 'name', header: t('admin.name'), render: ({ name }) => name },
            { key: 'owner', header: t('admin.owner'), render: ({ owners }) => owners.join(', ') },
            {
              key: 'active',
              header: t('admin.active'),
              align: 'end',
              render: ({ active }) => active,
            },
          ]}
        />
      </Card>
    </>
  );
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <Card>
      <dl>
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="mt-1 text-2xl font-semibold tabular-nums">{value ?? '–'}</dd>
      </dl>
    </Card>
  );
}
