import { Failure } from '#contract/errors.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { api, apiForTenant, suppressSessionExpiry } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { homePath, signOut, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { failureText } from './errors/failure-text.ts';

type OwnMembership = Pick<TenantUser, 'id' | 'tenantId'>;

/** Leaves an organization after a confirmation; resolves to true if the user left (R-MEM-14). */
export function useLeaveOrganization({ id, tenantId }: OwnMembership) {
  const { t } = useTranslation();
  const { user, tenant } = useSession();
  const dialogs = useDialogs();
  const goOn = useSwitchAfterLeaving(tenantId);
  const tellRefusal = useShowLeaveError();
  const organization = user.tenants.find((each) => each.tenant.id === tenantId)?.tenant.name;
  return async () => {
    try {
      const { left } = await api.users.getDeletion();
      const keys = left.find((affected) => affected.id === tenantId)?.keys ?? [];
      const sure = await dialogs.confirm({
        title: t('members.remove.leaveTitle', { organization }),
        text: [
          t('members.remove.leaveText'),
          ...(keys.length > 0 ? [t('members.keys.own', { keys: keys.join(', ') })] : []),
        ].join(' '),
        yes: t('members.remove.leave'),
        no: t('common.action.cancel'),
        danger: true,
      });
      if (!sure) return false;
      const remove = () => apiForTenant(tenantId).members.remove({ params: { id } });
      await (tenantId === tenant.id ? suppressSessionExpiry(remove) : remove());
    } catch (error) {
      await tellRefusal(error);
      return false;
    }
    await goOn();
    void toast({ tone: 'success', title: t('members.remove.left', { organization }) });
    return true;
  };
}

/** Switches from the organization of this tab to another one, if there is one. */
function useSwitchAfterLeaving(left: string) {
  const { user, tenant } = useSession();
  const hasOther = user.tenants.some(
    ({ tenant: { id }, status }) => status === MemberStatus.Active && id !== left,
  );
  return async () => {
    if (left !== tenant.id) await queryClient.invalidateQueries({ queryKey: ['user'] });
    // Loads a new document, which drops all cached data of the former organization.
    else if (hasOther) window.location.assign(homePath);
    else await signOut();
  };
}

/** Explains to the last owner why they can't leave, and the alternatives (R-ORG-08). */
function useShowLeaveError() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  return (error: unknown) => {
    const text = failureText(t, error) ?? t('errors.internal');
    const isLast = error instanceof Failure && error.code === 'tenant.cannotBeWithoutOwner';
    return dialogs.error(isLast ? { title: text, text: t('members.remove.lastOwner') } : { text });
  };
}
