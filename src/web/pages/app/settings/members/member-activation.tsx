import { useMutation } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { personName } from '#web/components/initials.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshMembers } from './queries.ts';
import { useShowMemberError } from './seat-limit.ts';
import { useEndAccess } from './use-end-access.ts';

type Props = { member: TenantUser };

/** Says that a member is deactivated, with a button that gives access again (R-MEM-17). */
export function InactiveMember({ member }: Props) {
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  const tellRefusal = useShowMemberError();
  const name = personName(member);
  const reactivate = useMutation({
    mutationFn: () => api.members.reactivate({ params: { id: member.id } }),
    onSuccess: () =>
      toast({ tone: 'success', title: t('members.activation.reactivated', { name }) }),
    onError: (error) => void tellRefusal(error),
    onSettled: refreshMembers,
  });
  return (
    <Banner
      tone="info"
      action={
        <Button
          size="sm"
          variant="white"
          disabled={readOnly !== null}
          loading={reactivate.isPending}
          onClick={() => reactivate.mutate()}
        >
          {t('members.activation.reactivate')}
        </Button>
      }
    >
      {t('members.activation.inactive', { name })}
    </Banner>
  );
}

/** Renders the button that deactivates a member (R-MEM-17); nothing for oneself and for inactive members. */
export function DeactivateMember({ member }: Props) {
  const { t } = useTranslation();
  const { tenant, user } = useSession();
  const endAccess = useEndAccess(member);
  const name = personName(member);
  if (member.status !== MemberStatus.Active || member.userId === user.id) return null;
  const deactivate = () =>
    endAccess({
      texts: {
        title: t('members.activation.title', { name }),
        text: t('members.activation.text', { organization: tenant.name }),
        yes: t('members.activation.deactivate'),
        done: t('members.activation.deactivated', { name }),
      },
      end: api.members.deactivate,
    });
  return (
    <section className="flex flex-col items-start gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">{t('members.activation.hint')}</p>
      <Button size="sm" variant="secondary" onClick={() => void deactivate()}>
        <UserRoundX aria-hidden className="size-4" />
        {t('members.activation.deactivate')}
      </Button>
    </section>
  );
}
