import { UserMinus, UserRoundCheck, UserRoundX } from 'lucide-react';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { personName } from '#web/components/initials.ts';
import { PersonActions } from '#web/pages/admin/person-actions.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { MenuItem } from '#web/ui/menu/menu.tsx';

type Props = {
  member: TenantUser & { tenant: { name: string } };
};

/** Renders the operator's actions on a member: those on the user, and removing the membership. */
export function MemberActions({ member }: Props) {
  const { t } = useTranslation();
  const action = useAction();
  const may = useMayCall();
  const { id, userId, email, tenantId, status, tenant } = member;
  const name = personName(member);
  const takeOut = () =>
    void action({
      question: {
        title: t('admin.users.takeOutTitle', { name, organization: tenant.name }),
        text: t('admin.users.takeOutText'),
        yes: t('admin.users.takeOut'),
        danger: true,
      },
      work: () => api.members.removeOfAny({ params: { id } }),
      done: t('admin.users.takenOut', { name }),
      removes: true,
    });
  const deactivate = () =>
    void action({
      question: {
        title: t('admin.users.deactivateTitle', { name, organization: tenant.name }),
        text: t('admin.users.deactivateText'),
        yes: t('admin.users.deactivate'),
        danger: true,
      },
      work: () => api.members.deactivateOfAny({ params: { id } }),
      done: t('admin.users.deactivated', { name }),
    });
  const reactivate = () =>
    void action({
      work: () => api.members.reactivateOfAny({ params: { id } }),
      done: t('admin.users.reactivated', { name }),
    });
  const isActive = status === MemberStatus.Active;
  return (
    <PersonActions person={{ id: userId, email, name, tenantId: isActive ? tenantId : null }}>
      {isActive && may('members/deactivateOfAny') && (
        <MenuItem icon={<UserRoundX aria-hidden />} onClick={deactivate}>
          {t('admin.users.deactivate')}
        </MenuItem>
      )}
      {status === MemberStatus.Inactive && may('members/reactivateOfAny') && (
        <MenuItem icon={<UserRoundCheck aria-hidden />} onClick={reactivate}>
          {t('admin.users.reactivate')}
        </MenuItem>
      )}
      {may('members/removeOfAny') && (
        <MenuItem icon={<UserMinus aria-hidden />} onClick={takeOut}>
          {t('admin.users.takeOut')}
        </MenuItem>
      )}
    </PersonActions>
  );
}
