import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { schemaResolver } from '#web/components/forms/form-failures.ts';
import { personName } from '#web/components/initials.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { useKeyHandOver } from './key-hand-over.tsx';
import { DeactivateMember, InactiveMember } from './member-activation.tsx';
import { memberSchema, roleKey, parseRole, type MemberValues } from './member-input.ts';
import { MemberPanel } from './member-panel.tsx';
import { PendingInvitation } from './pending-invitation.tsx';
import { refreshMembers } from './queries.ts';

const valuesOf = ({ role, ...member }: TenantUser): MemberValues => ({
  email: member.email,
  firstName: member.firstName,
  lastName: member.lastName,
  phone: member.phone,
  role: roleKey(role),
});

/** Edits the role and the details of a member; undefined while loading. */
export function EditMember({ member }: { member: TenantUser | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<MemberValues, unknown, MemberValues>({
    resolver: schemaResolver(memberSchema),
    mode: 'onChange',
    ...(member && { values: valuesOf(member) }),
    // A refetch of the list must not overwrite unsaved input.
    resetOptions: { keepDirtyValues: true },
  });
  const { withStoppingKeys, handOver } = useKeyHandOver();
  const save = async ({ firstName, lastName, phone, role }: MemberValues) => {
    if (!member) return;
    const body = { firstName, lastName, phone, role: parseRole({ role }) };
    await api.members.update({ params: { id: member.id }, query: handOver(), body });
    await refreshMembers();
    await navigate('..');
    await toast({ tone: 'success', title: t('members.form.saved') });
  };
  return (
    <MemberPanel
      texts={{
        title: t('members.form.editTitle'),
        description: member && personName(member),
        submit: t('common.action.save'),
      }}
      form={form}
      member={member ?? 'loading'}
      question={(values) => {
        const question = {
          title: t('common.form.confirmSave'),
          yes: t('common.action.save'),
          no: t('common.kit.keepEditing'),
        };
        return member ? withStoppingKeys(question, { member, role: parseRole(values) }) : question;
      }}
      onSave={save}
      further={member && <DeactivateMember member={member} />}
    >
      {member && member.status === MemberStatus.PendingInvitation && (
        <PendingInvitation member={member} />
      )}
      {member && member.status === MemberStatus.Inactive && <InactiveMember member={member} />}
    </MemberPanel>
  );
}
