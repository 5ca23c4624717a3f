import { useMutation, useQuery } from '@tanstack/react-query';
import type { TenantUser } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { personName } from '#web/components/initials.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { membersQuery, refreshMembers } from './queries.ts';
import { seatUsage } from './rules.ts';
import { useSeatLimitPrompt, useShowMemberError } from './seat-limit.ts';

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
export function JoinRequestActions({ member, onDone }: Props) {
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
