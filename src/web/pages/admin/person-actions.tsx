import { Ban, CircleCheck, KeyRound, ShieldOff, Trash2, UserRoundCog } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { UserType } from '#contract/access.ts';
import { api } from '#web/api/api.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { MenuItem } from '#web/ui/menu/menu.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { ImpersonateDialog } from './impersonate-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RowMenu } from './row-menu.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { useAction } from './use-action.ts';

export type PersonSummary = {
  id: string;
  name: string;
  email: string;
  /** Undefined in an organization's member list; the server refuses what is not allowed then. */
  type?: UserType;
  /** Undefined in an organization's member list, which offers no suspension. */
  active?: boolean;
  /** Organization to impersonate in; null without an active membership. */
  tenantId: string | null;
};

type Props = {
  person: PersonSummary;
  /** More `MenuItem`s, inserted before the last. */
  children?: ReactNode;
};

/** Renders the operator's actions on a user: impersonate, set password, delete (R-OPR-03). */
export function PersonActions({ person, children }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const runAction = useAction();
  const [open, setOpen] = useState<'act' | 'password' | 'suspend' | 'factors'>();
  const { id, name, type, active, tenantId } = person;
  const may = useMayCall();
  const isOperator = type === UserType.Admin;
  const close = () => setOpen(undefined);
  const setPassword = () => {
    if (!isOperator) return setOpen('password');
    const message = t('errors.account.cannotChangeAdminPassword');
    void dialogs.error({ text: t('admin.password.error', { message }) });
  };
  const remove = () =>
    void runAction({
      question: {
        title: t('admin.users.removeTitle', { name }),
        text: t('admin.users.removeText'),
        yes: t('admin.users.remove'),
        danger: true,
      },
      work: () => api.users.removeOfAny({ params: { id } }),
      done: t('admin.users.removed', { name }),
      removes: true,
    });
  const lift = () =>
    void runAction({
      work: () => api.suspensions.liftUser({ params: { id } }),
      done: t('support.suspension.user.lifted', { name }),
    });
  // Every entry needs a role: billing reads the list only.
  if (!may('accounts/impersonate') && !may('users/removeOfAny')) return null;
  return (
    <>
      <RowMenu name={name}>
        {!isOperator && may('accounts/impersonate') && (
          <MenuItem
            icon={<UserRoundCog aria-hidden />}
            disabled={!tenantId}
            title={tenantId ? undefined : t('admin.acting.noTenant')}
            onClick={() => setOpen('act')}
          >
            {t('admin.acting.action')}
          </MenuItem>
        )}
        {may('users/setPassword') && (
          <MenuItem icon={<KeyRound aria-hidden />} onClick={setPassword}>
            {t('admin.users.setPassword')}
          </MenuItem>
        )}
        {may('factors/removeOfUser') && (
          <MenuItem icon={<ShieldOff aria-hidden />} onClick={() => setOpen('factors')}>
            {t('admin.factors.action')}
          </MenuItem>
        )}
        {children}
        {active === true && !isOperator && may('suspensions/suspendUser') && (
          <MenuItem icon={<Ban aria-hidden />} onClick={() => setOpen('suspend')}>
            {t('support.suspension.user.action')}
          </MenuItem>
        )}
        {active === false && may('suspensions/liftUser') && (
          <MenuItem icon={<CircleCheck aria-hidden />} onClick={lift}>
            {t('support.suspension.user.lift')}
          </MenuItem>
        )}
        {!isOperator && may('users/removeOfAny') && (
          <MenuItem danger icon={<Trash2 aria-hidden />} onClick={remove}>
            {t('admin.users.remove')}
          </MenuItem>
        )}
      </RowMenu>
      {open === 'act' && tenantId && (
        <ImpersonateDialog userId={id} name={name} tenantId={tenantId} onClose={close} />
      )}
      {open === 'suspend' && <SuspendDialog kind="user" id={id} name={name} onClose={close} />}
      {open === 'factors' && <RemoveFactorsDialog userId={id} name={name} onClose={close} />}
      {open === 'password' && <PasswordDialog user={person} onClose={close} />}
    </>
  );
}

type RemoveFactorsDialogProps = {
  userId: string;
  name: string;
  onClose: () => void;
};

/** Removes the second factors of a user who has proven their identity; asks how (R-MFA-14). */
function RemoveFactorsDialog({ userId, name, onClose }: RemoveFactorsDialogProps) {
  const { t } = useTranslation();
  const texts = {
    title: t('admin.factors.title', { name }),
    text: t('admin.factors.text'),
    reason: t('admin.factors.reason'),
    hint: t('admin.factors.reasonHint'),
    submit: t('admin.factors.submit'),
  };
  const remove = async (body: { reason: string }) => {
    await api.factors.removeOfUser({ params: { userId }, body });
    onClose();
    void toast({ tone: 'success', title: t('admin.factors.removed') });
  };
  return <ReasonDialog texts={texts} onSubmit={remove} onClose={onClose} />;
}
