import { UserRound, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Role } from '#contract/access.ts';
import { api } from '#web/api/api.ts';
import { schemaResolver } from '#web/components/forms/form-failures.ts';
import { roleName } from '#web/components/role-name.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { useInviteMany } from './invite-many.tsx';
import { memberSchema, roleKey, parseRole, type MemberValues } from './member-input.ts';
import { MemberPanel } from './member-panel.tsx';
import { refreshMembers } from './queries.ts';

const emptyMember: MemberValues = {
  email: '',
  firstName: '',
  lastName: '',
  phone: '',
  role: roleKey(Role.Member),
};

/** Invites a member by email (R-MEM-02), or several at once (R-ONB-12). */
export function InviteMember() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm({
    resolver: schemaResolver(memberSchema),
    mode: 'onChange',
    defaultValues: emptyMember,
  });
  const [isMany, setMany] = useState(false);
  const many = useInviteMany();
  const Icon = isMany ? UserRound : UsersRound;
  const save = async (typed: MemberValues) => {
    const body = { ...typed, role: parseRole(typed) };
    const { email } = await api.invitations.invite({ body });
    await refreshMembers();
    await navigate('..');
    await toast({ tone: 'success', title: t('members.form.sent', { email }) });
  };
  return (
    <MemberPanel
      texts={{
        title: t('members.form.newTitle'),
        description: t('members.form.newText'),
        submit: t('members.form.send'),
      }}
      form={form}
      question={({ email, role }) => ({
        title: t('members.form.sendTitle', { email, role: roleName(t, parseRole({ role })) }),
        text: t('members.form.sendText'),
        yes: t('members.form.send'),
        no: t('common.action.cancel'),
      })}
      onSave={save}
      other={isMany ? many : undefined}
    >
      <Button size="sm" variant="secondary" className="self-start" onClick={() => setMany(!isMany)}>
        <Icon aria-hidden className="size-4" />
        {t(isMany ? 'onboarding.many.one' : 'onboarding.many.several')}
      </Button>
    </MemberPanel>
  );
}
