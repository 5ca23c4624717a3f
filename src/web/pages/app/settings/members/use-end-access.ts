import { useNavigate } from 'react-router';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { useKeyHandOver } from './key-hand-over.tsx';
import { refreshMembers } from './queries.ts';
import { useShowMemberError } from './seat-limit.ts';

type EndOfAccess = {
  texts: { title: string; text: string; yes: string; done: string };
  end: (call: { params: { id: string }; query: { takeOverKeys: string } }) => Promise<unknown>;
};

/** Returns a function that ends the access of a member after a question which names the API keys that stop. */
export function useEndAccess(member: TenantUser) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const tellRefusal = useShowMemberError();
  const { withStoppingKeys, handOver } = useKeyHandOver();
  return async ({ texts: { done, ...texts }, end }: EndOfAccess) => {
    const question = { ...texts, no: t('common.action.cancel'), danger: true };
    try {
      const isActive = member.status === MemberStatus.Active;
      const whole = isActive ? await withStoppingKeys(question, { member, role: null }) : question;
      if (!(await dialogs.confirm(whole))) return;
      await end({ params: { id: member.id }, query: handOver() });
    } catch (error) {
      return tellRefusal(error);
    }
    await navigate('..');
    await refreshMembers();
    await toast({ tone: 'success', title: done });
  };
}
