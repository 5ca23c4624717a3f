import { Ban, CircleCheck, LogIn, Trash2, UserRoundCog, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { isOperatorTenant } from '#contract/access.ts';
import type { OperatorTenantSummary } from '#contract/tenants.ts';
import { api } from '#web/api/api.ts';
import { personName } from '#web/components/initials.ts';
import { ImpersonateDialog } from '#web/pages/admin/impersonate-dialog.tsx';
import { RowMenu } from '#web/pages/admin/row-menu.tsx';
import { SuspendDialog } from '#web/pages/admin/suspend-dialog.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { switchTenant, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { MenuItem } from '#web/ui/menu/menu.tsx';
import { ownerOf } from './owner.ts';

type Props = {
  tenant: OperatorTenantSummary;
};

/**
 * Renders the operator's actions on an organization. Operators open only organizations that they
 * are members of (R-SEC-07); in others they impersonate an owner.
 */
export function TenantActions({ tenant }: Props) {
  const { t } = useTranslation();
  const { user } = useSession();
  const action = useAction();
  const [open, setOpen] = useState<'act' | 'suspend'>();
  const close = () => setOpen(undefined);
  const { id, name, suspension } = tenant;
  const may = useMayCall();
  const isMember = user.tenants.some((membership) => membership.tenant.id === id);
  const owner = ownerOf(tenant);
  const remove = () =>
    void action({
      question: {
        title: t('admin.tenants.removeTitle', { name }),
        text: t('admin.tenants.removeText'),
        yes: t('admin.tenants.remove'),
        danger: true,
      },
      work: () => api.tenants.removeOfAny({ params: { id } }),
      done: t('admin.tenants.removed', { name }),
      removes: true,
    });
  const lift = () =>
    void action({
      work: () => api.suspensions.liftTenant({ params: { id } }),
      done: t('support.suspension.tenant.lifted', { name }),
    });
  return (
    <>
      <RowMenu name={name}>
        <MenuItem icon={<UsersRound aria-hidden />} render={<Link to={`/admin/users/${id}`} />}>
          {t('admin.tenants.see')}
        </MenuItem>
        {isMember && (
          <MenuItem icon={<LogIn aria-hidden />} onClick={() => void switchTenant(user.id, id)}>
            {t('admin.tenants.enter')}
          </MenuItem>
        )}
        {!isMember && owner && may('accounts/impersonate') && (
          <MenuItem icon={<UserRoundCog aria-hidden />} onClick={() => setOpen('act')}>
            {t('admin.tenants.actAsOwner', { name: personName(owner) })}
          </MenuItem>
        )}
        {may('suspensions/suspendTenant') && !isOperatorTenant(tenant) && !suspension && (
          <MenuItem icon={<Ban aria-hidden />} onClick={() => setOpen('suspend')}>
            {t('support.suspension.tenant.action')}
          </MenuItem>
        )}
        {suspension && may('suspensions/liftTenant') && (
          <MenuItem icon={<CircleCheck aria-hidden />} onClick={lift}>
            {t('support.suspension.tenant.lift')}
          </MenuItem>
        )}
        {may('tenants/removeOfAny') && !isOperatorTenant(tenant) && (
          <MenuItem danger icon={<Trash2 aria-hidden />} onClick={remove}>
            {t('admin.tenants.remove')}
          </MenuItem>
        )}
      </RowMenu>
      {open === 'suspend' && <SuspendDialog kind="tenant" id={id} name={name} onClose={close} />}
      {open === 'act' && owner && (
        <ImpersonateDialog
          userId={owner.userId}
          name={personName(owner)}
          tenantId={id}
          onClose={close}
        />
      )}
    </>
  );
}
