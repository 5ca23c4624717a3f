import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus, type JoinMethod } from '#contract/statuses.ts';
import type { Translate } from '#locales/translation.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { roleName } from '#web/components/role-name.ts';
import { PersonCell } from '#web/pages/admin/person-cell.tsx';
import { Badge } from '#web/ui/badge.tsx';

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

export const listedStatuses = [
  MemberStatus.Active,
  MemberStatus.PendingInvitation,
  MemberStatus.PendingAcceptance,
  MemberStatus.Inactive,
] as const;

export const memberStatusName = (t: Translate, status: MemberStatus) =>
  t(`members.status.${statuses[status].text}`);

export const joinMethods = [0, 1, 2, 3] as const satisfies readonly JoinMethod[];

export const joinMethodName = (t: Translate, joined: JoinMethod) =>
  t(`members.joined.${joinMethodKeys[joined]}`);

export const memberColumns = (t: Translate): ListColumn<TenantUser>[] => [
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
