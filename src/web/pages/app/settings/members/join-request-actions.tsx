import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TenantUser } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import { personName } from '#web/components/initials.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshMembers } from './queries.ts';
import { useShowMemberError } from './seat-limit.ts';

type Props = { member: TenantUser; onDone: () => void };

/** Accepts or rejects a request to join (R-MEM-13). */
export function JoinRequestActions({ member, onDone }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const tellRefusal = useShowMemberError();
  const name = personName(member);
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
        onClick={() => answer.mutate(true)}
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
