import { useTranslation } from 'react-i18next';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { home, signOut, useSession } from '#web/session/session.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useTellRefusal } from './full.ts';

/** Takes oneself off the list, after asking; then another organization is opened, if there is one. */
export const useLeave = ({ id }: Pick<TenantUser, 'id'>) => {
  const { t } = useTranslation();
  const { user, tenant } = useSession();
  const dialogs = useDialogs();
  const tellRefusal = useTellRefusal();
  return async () => {
    const sure = await dialogs.confirm({
      title: t('members.remove.leaveTitle', { organization: tenant.name }),
      text: t('members.remove.leaveText'),
      yes: t('members.remove.leave'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (!sure) return;
    try {
      await api.members.remove({ params: { id } });
    } catch (error) {
      return tellRefusal(error);
    }
    const hasOther = user.tenants.some(
      ({ tenant: other, status }) => status === MemberStatus.Active && other.id !== tenant.id,
    );
    // A whole new document: nothing of what was left stays in memory.
    if (hasOther) window.location.assign(home);
    else await signOut();
  };
};
