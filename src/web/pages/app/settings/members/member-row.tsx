import { useMutation, useQuery } from '@tanstack/react-query';
import { LogOut, Pencil } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus, type JoinMethod } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { personName, initialsOf } from '#web/components/initials.ts';
import { useLeaveOrganization } from '#web/components/use-leave-organization.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { membersQuery, refreshMembers } from './queries.ts';
import { canManageMember, seatUsage } from './rules.ts';
import { useSeatLimitPrompt, useShowMemberError } from './seat-limit.ts';

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

type Props = { member: TenantUser; onDone: () => void };

/** Returns a function that explains why no request can be accepted; null while a seat is free. */
function useObstacle() {
  const session = useSession();
  const { data: members } = useQuery(membersQuery(session.tenant.id));
  const readOnly = useReadOnly();
  const promptFull = useSeatLimitPrompt();
  if (readOnly) return readOnly.explain;
  return seatUsage(session, members).isFull ? promptFull : null;
}

/** Accepts or rejects a request to join (R-MEM-13). */
function JoinRequestActions({ member, onDone }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const tellRefusal = useShowMemberError();
  const name = personName(member);
  const obstacle = useObstacle();
  const answer = useMutation({
    mutationFn: (accepted: boolean) =>
      api.invitations.acceptUser({ params: { id: member.id }, body: { accepted } }),
    onError: (error) => void tellRefusal(error),
    onSuccess: (_, accepted) => {
      onDone();
      const title = accepted
        ? t('members.answer.accepted', { name })
        : t('members.answer.rejected', { name });
      void toast({ tone: 'success', title });
    },
    // Also after an error: another member may have answered the request.
    onSettled: refreshMembers,
  });
  const reject = async () => {
    const sure = await dialogs.confirm({
      title: t('members.answer.rejectTitle', { name }),
      text: t('members.answer.rejectText'),
      yes: t('members.answer.reject'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) answer.mutate(false);
  };
  return (
    <>
      <Button
        size="sm"
        aria-label={t('members.answer.acceptLabel', { name })}
        loading={answer.isPending && answer.variables}
        aria-disabled={obstacle !== null || undefined}
        onClick={() => (obstacle ? void obstacle() : answer.mutate(true))}
      >
        {t('members.answer.accept')}
      </Button>
      <Button
        size="sm"
        variant="white"
        aria-label={t('members.answer.rejectLabel', { name })}
        loading={answer.isPending && !answer.variables}
        onClick={() => void reject()}
      >
        {t('members.answer.reject')}
      </Button>
    </>
  );
}
