import { Send, ShieldCheck, Trash2 } from 'lucide-react';
import type { OperatorRecord } from '#contract/operators/operators.ts';
import { api } from '#web/api/api.ts';
import { RowMenu } from '#web/pages/admin/row-menu.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useTranslation } from '#web/session/translation.ts';
import { MenuItem } from '#web/ui/menu/menu.tsx';

type Props = {
  operator: OperatorRecord;
  /** True for the only administrator, who can't be removed or get another role. */
  isLast: boolean;
  onChangeRole: () => void;
};

/** Renders the actions on an operator, or on an invitation to become one (R-OPR-11). */
export function OperatorActions({ operator, isLast, onChangeRole }: Props) {
  const { t } = useTranslation();
  const { name, email, invitedUntil } = operator;
  if (invitedUntil !== null) return <InvitationActions operator={operator} />;
  const why = isLast ? t('errors.operators.lastAdministrator') : undefined;
  return (
    <RowMenu name={name || email}>
      <MenuItem
        icon={<ShieldCheck aria-hidden />}
        disabled={isLast}
        title={why}
        onClick={onChangeRole}
      >
        {t('staff.change')}
      </MenuItem>
      <RemoveItem operator={operator} disabled={isLast} why={why} />
      {why && <p className="max-w-60 px-2.5 py-1.5 text-sm text-pretty text-muted">{why}</p>}
    </RowMenu>
  );
}

type RemoveProps = { operator: OperatorRecord; disabled: boolean; why: string | undefined };

function RemoveItem({ operator: { id, name, email }, disabled, why }: RemoveProps) {
  const { t } = useTranslation();
  const act = useAction();
  const who = name || email;
  const remove = () =>
    void act({
      question: {
        title: t('staff.removeTitle', { name: who }),
        text: t('staff.removeText'),
        yes: t('staff.remove'),
        danger: true,
      },
      work: () => api.operators.remove({ params: { id } }),
      done: t('staff.removed', { name: who }),
      removes: true,
    });
  return (
    <MenuItem danger icon={<Trash2 aria-hidden />} disabled={disabled} title={why} onClick={remove}>
      {t('staff.remove')}
    </MenuItem>
  );
}

function InvitationActions({ operator: { id, email, role } }: { operator: OperatorRecord }) {
  const { t } = useTranslation();
  const act = useAction();
  const resend = () =>
    void act({
      work: () => api.operators.invite({ body: { email, role } }),
      done: t('staff.sent', { email }),
    });
  const withdraw = () =>
    void act({
      question: {
        title: t('staff.withdrawTitle', { email }),
        text: t('staff.withdrawText'),
        yes: t('staff.withdraw'),
        danger: true,
      },
      work: () => api.operators.withdraw({ params: { id } }),
      done: t('staff.withdrawn', { email }),
      removes: true,
    });
  return (
    <RowMenu name={email}>
      <MenuItem icon={<Send aria-hidden />} onClick={resend}>
        {t('staff.resend')}
      </MenuItem>
      <MenuItem danger icon={<Trash2 aria-hidden />} onClick={withdraw}>
        {t('staff.withdraw')}
      </MenuItem>
    </RowMenu>
  );
}
