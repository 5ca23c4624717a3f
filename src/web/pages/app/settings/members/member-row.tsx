import { LogOut, Pencil } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus, type JoinMethod } from '#contract/statuses.ts';
import { personName, initialsOf } from '#web/components/initials.ts';
import { useLeaveOrganization } from '#web/components/use-leave-organization.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { JoinRequestActions } from './join-request-actions.tsx';
import { canManageMember } from './rules.ts';

const FactorBadge = lazyPart(async () => (await import('./factor-badge.tsx')).FactorBadge);

type RowProps = { member: TenantUser };

/** Renders avatar, name and email of a member. */
export function MemberCell({ member }: RowProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const name = personName(member);
  return (
    <span className="flex items-center gap-3">
      <Avatar initials={initialsOf(member)} src={member.user.avatar} />
      <span className="min-w-0">
        <span className="block truncate">
          {name}
          {member.userId === user.id && (
            <span className="font-normal text-muted"> ({t('members.you')})</span>
          )}
        </span>
        {name !== member.email && (
          <span className="block truncate text-sm font-normal text-muted">{member.email}</span>
        )}
      </span>
    </span>
  );
}

/** Text and tone of each status. */
export const memberStatuses = {
  [MemberStatus.PendingInvitation]: { text: 'invited', tone: 'warning' },
  [MemberStatus.PendingAcceptance]: { text: 'asking', tone: 'info' },
  [MemberStatus.Active]: { text: 'active', tone: 'success' },
  [MemberStatus.Inactive]: { text: 'inactive', tone: 'neutral' },
} as const satisfies Record<MemberStatus, object>;

const joinMethodKeys = ['creator', 'invitation', 'link', 'publicUrl'] as const satisfies Record<
  JoinMethod,
  string
>;

/** Renders the status; for active members also how they joined (R-MEM-01). */
export function MemberStatusCell({ member: { status, joined, userId } }: RowProps) {
  const { t } = useTranslation();
  const { tenant, role } = useSession();
  const { text, tone } = memberStatuses[status];
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tone}>{t(`members.status.${text}`)}</Badge>
      {status === MemberStatus.Active && (
        <Badge>{t(`members.joined.${joinMethodKeys[joined]}`)}</Badge>
      )}
      {tenant.requiresFactor && roleAllows(role, Role.Admin) && (
        <Suspense>
          <FactorBadge userId={userId} />
        </Suspense>
      )}
    </span>
  );
}

/** Renders the actions: answer a request, edit a member, or leave the organization. */
export function MemberRowActions({ member, onDone }: RowProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const { role, user } = useSession();
  const leave = useLeaveOrganization(member);
  if (canManageMember(role, member.role)) {
    if (member.status === MemberStatus.PendingAcceptance) {
      return <JoinRequestActions member={member} onDone={onDone} />;
    }
    return (
      <IconButton
        label={t('members.edit', { name: personName(member) })}
        render={<Link to={`edit/${member.id}`} />}
      >
        <Pencil aria-hidden />
      </IconButton>
    );
  }
  if (member.userId !== user.id) return null;
  return (
    <IconButton label={t('members.remove.leave')} onClick={() => void leave()}>
      <LogOut aria-hidden />
    </IconButton>
  );
}
