import { Link } from 'react-router';
import type { User } from '#contract/users.ts';
import type { Translate } from '#locales/translation.ts';
import { choiceName } from '#web/components/entity/choices.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { roleName } from '#web/components/role-name.ts';
import { PersonCell } from '#web/pages/admin/person-cell.tsx';
import { Badge } from '#web/ui/badge.tsx';

type ListedUser = User & { suspensionReason: string | null };

export const userColumns = (t: Translate): ListColumn<ListedUser>[] => [
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
              <Link to={`/admin/users/${tenant.id}`} className="underline-offset-4 hover:underline">
                {t('admin.users.organizationAs', {
                  organization: tenant.name,
                  role: roleName(t, role),
                })}
              </Link>
            </li>
          ))}
        </ul>
      ),
  },
  { key: 'phone', header: t('admin.users.phone'), render: ({ phone }) => phone || '–' },
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
