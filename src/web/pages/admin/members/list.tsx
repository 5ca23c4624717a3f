import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useParams } from 'react-router';
import { memberList } from '#contract/lists/operator.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus, type JoinMethod } from '#contract/statuses.ts';
import type { Translate } from '#locales/translation.ts';
import { api } from '#web/api/api.ts';
import { choiceTexts } from '#web/components/entity/choices.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { roleName } from '#web/components/role-name.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useCancellationColumns } from '#web/pages/admin/cancellation-columns.tsx';
import { OrganizationTabs, useOrganizationName } from '#web/pages/admin/organization-tabs.tsx';
import { PersonCell } from '#web/pages/admin/person-cell.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { MemberActions } from './row-actions.tsx';

export const handle: RouteHandle = { title: 'members.title' };

/** Lists the members of one organization, with pending invitations and requests. */
export default function MembersOfTenant() {
  const { t } = useTranslation();
  const { tenantId = '' } = useParams();
  const state = useMemberList(t);
  const list = useInfiniteQuery(
    listQuery(['operator', 'members'], { ...state.query, tenantId }, api.members.getAllOfAll),
  );
  const name = useOrganizationName(tenantId);
  return (
    <ListPage
      title={name ? t('admin.users.titleOf', { organization: name }) : t('members.title')}
      heading={name ?? undefined}
      tabs={name !== null && <OrganizationTabs {...{ tenantId, name }} />}
      list={list}
    >
      <DataList
        name="operator.members"
        caption={t('admin.users.title')}
        rows={loadedRows(list)}
        csv={exportList({ ...state.query, tenantId }, api.members.exportOfAll)}
        rowKey={({ id }) => id}
        state={state}
        paging={list}
        bar={<TenantCancellations tenantId={tenantId} />}
        renderActions={(member) => <MemberActions member={member} />}
        empty={
          <EmptyState icon={<UsersRound aria-hidden />} title={t('admin.users.emptyTitle')}>
            {t('admin.users.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}

/** Returns the state of the list of members. */
const useMemberList = (t: Translate) =>
  useDeclaredList(memberList, {
    columns: memberColumns(t),
    filters: {
      role: { label: t('admin.users.role'), choices: choiceTexts(t, 'TenantUserRoles') },
      status: {
        label: t('admin.users.state'),
        choices: choicesOf(listedStatuses, (value) => memberStatusName(t, value)),
      },
      joined: {
        label: t('admin.users.joined'),
        choices: choicesOf(joinMethods, (value) => joinMethodName(t, value)),
      },
      createdAt: { label: t('lists.createdAt') },
    },
  });

/** Number of cancellations that are shown; few organizations cancel more than once. */
const shown = 10;

/** Renders the latest cancellations of an organization; nothing if it never canceled (R-OPR-08). */
function TenantCancellations({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const [, ...columns] = useCancellationColumns();
  const { data } = useQuery({
    queryKey: ['operator', 'cancellations', 'of tenant', tenantId],
    queryFn: () => api.cancellations.getAllOfAll({ query: { tenantId, limit: shown } }),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={t('cancellation.title')} flush>
      <Table
        caption={t('cancellation.title')}
        rows={data.items}
        rowKey={({ id }) => id}
        columns={columns}
        empty={null}
      />
    </Card>
  );
}

const statuses = {
  [MemberStatus.PendingInvitation]: { text: 'invited', tone: 'warning' },
  [MemberStatus.PendingAcceptance]: { text: 'asking', tone: 'info' },
  [MemberStatus.Active]: { text: 'active', tone: 'success' },
  [MemberStatus.Inactive]: { text: 'inactive', tone: 'neutral' },
} as const satisfies Record<MemberStatus, object>;

const joinMethodKeys = ['creator', 'invitation', 'link', 'publicUrl'] as const satisfies Record<
  JoinMethod,
  string
>;

const listedStatuses = [
  MemberStatus.Active,
  MemberStatus.PendingInvitation,
  MemberStatus.PendingAcceptance,
  MemberStatus.Inactive,
] as const;

const memberStatusName = (t: Translate, status: MemberStatus) =>
  t(`members.status.${statuses[status].text}`);

const joinMethods = [0, 1, 2, 3] as const satisfies readonly JoinMethod[];

const joinMethodName = (t: Translate, joined: JoinMethod) =>
  t(`members.joined.${joinMethodKeys[joined]}`);

const memberColumns = (t: Translate): ListColumn<TenantUser>[] => [
  {
    key: 'person',
    header: t('admin.users.person'),
    render: (member) => <PersonCell person={member} avatar={member.user.avatar} />,
  },
  { key: 'role', header: t('admin.users.role'), render: ({ role }) => roleName(t, role) },
  {
    key: 'state',
    header: t('admin.users.state'),
    render: ({ status }) => (
      <Badge tone={statuses[status].tone}>{memberStatusName(t, status)}</Badge>
    ),
  },
  {
    key: 'joined',
    header: t('admin.users.joined'),
    render: ({ joined }) => joinMethodName(t, joined),
  },
  { key: 'phone', header: t('admin.users.phone'), render: ({ phone }) => phone || '–' },
];
