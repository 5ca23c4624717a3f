import { useQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { Role } from '#contract/access.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { api } from '#web/api/api.ts';
import { schemaResolver } from '#web/components/forms/form-failures.ts';
import { personName } from '#web/components/initials.ts';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { Route } from './+types/form.ts';
import { InviteMember } from './invite-member.tsx';
import { useKeyHandOver } from './key-hand-over.tsx';
import { DeactivateMember, InactiveMember } from './member-activation.tsx';
import { memberSchema, roleKey, parseRole, type MemberValues } from './member-input.ts';
import { MemberPanel } from './member-panel.tsx';
import { membersQuery, refreshMembers } from './queries.ts';
import { seatUsage } from './rules.ts';
import { useSeatLimitPrompt, useShowMemberError } from './seat-limit.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Admin }),
];

/** Opens as a panel: the list behind keeps its scroll position. */
export const handle = { panel: true };

/** Invites a member at `new`; edits or removes one at `edit/:id`. */
export default function MemberForm() {
  const { id } = useParams();
  const session = useSession();
  const { data: members } = useQuery(membersQuery(session.tenant.id));
  // State, so that the form keeps its input when the last seat is taken meanwhile.
  const [wasFull] = useState(() => seatUsage(session, members).isFull);
  if (id === undefined) return wasFull ? <FullOrganization /> : <InviteMember />;
  const member = members?.find((member) => member.id === id);
  if (members && !member) return <UnknownRecord />;
  return <EditMember member={member} />;
}

/** Explains in place of the form that no seat is free (R-MEM-06). */
function FullOrganization() {
  const navigate = useNavigate();
  const prompt = useSeatLimitPrompt();
  // The prompt says whether a plan on sale has more seats.
  const { isPending } = useQuery(availableProductsQuery);
  const isPrompted = useRef(false);
  useEffect(() => {
    if (isPending || isPrompted.current) return;
    isPrompted.current = true;
    void prompt().then((isLeaving) => isLeaving || navigate('..', { replace: true }));
  });
  return null;
}

const valuesOf = ({ role, ...member }: TenantUser): MemberValues => ({
  email: member.email,
  firstName: member.firstName,
  lastName: member.lastName,
  phone: member.phone,
  role: roleKey(role),
});

/** Edits the role and the details of a member; undefined while loading. */
function EditMember({ member }: { member: TenantUser | undefined }) {
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

/** Shows that an invitation is pending, with a button to send it again (R-MEM-07). */
function PendingInvitation({ member: { id, email } }: { member: TenantUser }) {
  const { t } = useTranslation();
  const tellRefusal = useShowMemberError();
  const resend = useMutation({
    mutationFn: () => api.invitations.resend({ params: { id } }),
    onSuccess: () => toast({ tone: 'success', title: t('members.form.resent', { email }) }),
    onError: async (error) => {
      await tellRefusal(error);
      // The invitation may have been accepted or removed meanwhile.
      await refreshMembers();
    },
  });
  return (
    <Banner
      tone="info"
      action={
        <Button
          size="sm"
          variant="white"
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t('members.form.resend')}
        </Button>
      }
    >
      {t('members.form.pending')}
    </Banner>
  );
}
