import { LogOut, Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { personName } from '#web/components/initials.ts';
import { useLeaveOrganization } from '#web/components/use-leave-organization.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { MemberValues } from './member-input.ts';
import { upgradePath, useSeatLimitAction } from './seat-limit.ts';
import { useEndAccess } from './use-end-access.ts';

type Props = {
  formId: string;
  submit: string;
  /** True while loading, and for roles that can't change this member. */
  locked: boolean;
  /** True while the organization is read-only, when members can still be removed. */
  unsendable: boolean;
  /** Undefined while inviting or loading: there is no membership to remove. */
  member: TenantUser | undefined;
  onClose: () => void;
};

/** Renders the buttons of the form and any refusal that concerns the whole form. */
export function MemberFooter({ formId, submit, locked, unsendable, member, onClose }: Props) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { isSubmitting } = useFormContext<MemberValues>().formState;
  const canGo = member && !locked;
  return (
    <>
      <FormRefusal />
      {canGo && member.userId === user.id && <LeaveButton member={member} />}
      {canGo && member.userId !== user.id && <RemoveButton member={member} />}
      <Button variant="white" onClick={onClose}>
        {t('common.action.cancel')}
      </Button>
      <Button type="submit" form={formId} disabled={locked || unsendable} loading={isSubmitting}>
        {submit}
      </Button>
    </>
  );
}

function FormRefusal() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { errors, isSubmitted } = useFormContext<MemberValues>().formState;
  const action = useSeatLimitAction();
  const { root, ...fields } = errors;
  const refusal = root?.['server'];
  const isIncomplete =
    isSubmitted && Object.values(fields).some(({ type }) => String(type).startsWith('field.'));
  return (
    <p role="alert" className="basis-full text-sm text-danger-ink empty:hidden">
      {isIncomplete && t('common.form.invalid')}
      {refusal && (
        <>
          {t('members.form.failed')}: {errorText(refusal)}{' '}
          {refusal.type === 'tenant.maxNumberOfUsers' && action && (
            <Link to={upgradePath} className="font-semibold underline">
              {action}
            </Link>
          )}
        </>
      )}
    </p>
  );
}

type MemberProps = { member: TenantUser };

function LeaveButton({ member }: MemberProps) {
  const { t } = useTranslation();
  const leave = useLeaveOrganization(member);
  return (
    <Button variant="danger" className="mr-auto" onClick={() => void leave()}>
      <LogOut aria-hidden className="size-4" />
      {t('members.remove.leave')}
    </Button>
  );
}

function RemoveButton({ member }: MemberProps) {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const endAccess = useEndAccess(member);
  const name = personName(member);
  const isInvited = member.status === MemberStatus.PendingInvitation;
  const remove = () =>
    endAccess({
      texts: {
        title: isInvited
          ? t('members.remove.withdrawTitle', { name })
          : t('members.remove.title', { name }),
        text: isInvited
          ? t('members.remove.withdrawText')
          : t('members.remove.text', { organization: tenant.name }),
        yes: t('members.remove.action'),
        done: t('members.remove.removed', { name }),
      },
      end: api.members.remove,
    });
  return (
    <Button variant="danger" className="mr-auto" onClick={() => void remove()}>
      <Trash2 aria-hidden className="size-4" />
      {t('members.remove.action')}
    </Button>
  );
}
