import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { userList } from '#contract/lists/operator.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import type { Translate } from '#locales/translation.ts';
import { api } from '#web/api/api.ts';
import { choiceTexts, choiceName } from '#web/components/entity/choices.ts';
import { personName } from '#web/components/initials.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { roleName } from '#web/components/role-name.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { OrganizationLink } from '#web/pages/admin/organization-link.tsx';
import { PersonActions, type PersonSummary } from '#web/pages/admin/person-actions.tsx';
import { PersonCell } from '#web/pages/admin/person-cell.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export const handle: RouteHandle = { title: 'admin.users.title' };

/** Lists the users of all organizations (R-OPR-03). */
export default function Users() {
  const { t } = useTranslation();
  const state = useDeclaredList(userList, {
    columns: userColumns(t),
    filters: {
      type: { label: t('admin.users.type'), choices: choiceTexts(t, 'UserType') },
      createdAt: { label: t('lists.createdAt') },
    },
    sorts: { email: t('lists.email') },
  });
  const list = useInfiniteQuery(
    listQuery(['operator', 'users'], state.query, api.users.getAllOfAll),
  );
  return (
    <ListPage title={t('admin.users.title')} text={t('admin.users.text')} list={list}>
      <DataList
        name="operator.users"
        caption={t('admin.users.title')}
        state={state}
        rows={loadedRows(list)}
        csv={exportList(state.query, api.users.exportOfAll)}
        rowKey={({ id }) => id}
        paging={list}
        renderActions={(user) => <PersonActions person={personSummaryOf(user)} />}
        empty={
          <EmptyState icon={<UsersRound aria-hidden />} title={t('admin.users.emptyTitle')}>
            {t('admin.users.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}

function personSummaryOf(user: User): PersonSummary {
  const active = user.tenants.filter(({ status }) => status === MemberStatus.Active);
  const first = active.find(({ tenant }) => tenant.id === user.defaultTenant) ?? active[0];
  const { id, email, type, active: isActive } = user;
  return {
    id,
    email,
    type,
    active: isActive,
    name: personName(user),
    tenantId: first?.tenant.id ?? null,
  };
}

type ListedUser = User & { suspensionReason: string | null };

const userColumns = (t: Translate): ListColumn<ListedUser>[] => [
  {
    key: 'name',
    header: t('admin.users.person'),
    render: (user) => <PersonCell person={user} avatar={user.avatar} />,
  },
  {
    key: 'organizations',
    header: t('admin.users.organizations'),
    render: ({ tenants }) =>
      tenants.length === 0 ? (
        t('admin.users.noOrganization')
      ) : (
        <ul role="list" className="grid gap-1">
          {tenants.map(({ tenant, role }) => (
            <li key={tenant.id}>
              <OrganizationLink tenant={tenant}>
                {t('admin.users.organizationAs', {
                  organization: tenant.name,
                  role: roleName(t, role),
                })}
              </OrganizationLink>
            </li>
          ))}
        </ul>
      ),
  },
  { key: 'phone', header: t('admin.users.phone'), render: ({ phone }) => unbroken(phone) },
  {
    key: 'type',
    header: t('admin.users.type'),
    render: ({ type }) => choiceName(t, 'UserType', type),
  },
  {
    key: 'loginType',
    header: t('admin.users.loginType'),
    render: ({ loginType }) => choiceName(t, 'UserLoginType', loginType),
  },
  {
    key: 'state',
    header: t('admin.users.state'),
    render: ({ active, suspensionReason }) => (
      <Badge tone={active ? 'success' : 'danger'} title={suspensionReason ?? undefined}>
        {t(active ? 'admin.users.active' : 'support.suspension.badge')}
      </Badge>
    ),
  },
];

const unbroken = (phone: string) => <span className="whitespace-nowrap">{phone || '–'}</span>;
