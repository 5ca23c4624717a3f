import { useMutation } from '@tanstack/react-query';
import type { TenantUser } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshMembers } from './queries.ts';
import { useShowMemberError } from './seat-limit.ts';

/** Shows that an invitation is pending, with a button to send it again (R-MEM-07). */
export function PendingInvitation({ member: { id, email } }: { member: TenantUser }) {
  const { t } = useTranslation();
  const tellRefusal = useShowMemberError();
  const resend = useMutation({
    mutationFn: () => api.invitations.resend({ params: { id } }),
    onSuccess: () => toast({ tone: 'success', title: t('members.form.resent', { email }) }),
    onError: async (error) => {
      await tellRefusal(error);
      // The invitation may have been accepted or removed meanwhile.
      await refreshMembers();
    },
  });
  return (
    <Banner
      tone="info"
      action={
        <Button
          size="sm"
          variant="white"
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t('members.form.resend')}
        </Button>
      }
    >
      {t('members.form.pending')}
    </Banner>
  );
}
