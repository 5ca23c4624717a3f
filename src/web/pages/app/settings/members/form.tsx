import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Role } from '#contract/access.ts';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import type { Route } from './+types/form.ts';
import { EditMember } from './edit-member.tsx';
import { InviteMember } from './invite-member.tsx';
import { membersQuery } from './queries.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Admin }),
];

/** Opens as a panel: the list behind keeps its scroll position. */
export const handle = { panel: true };

/** Invites a member at `new`; edits or removes one at `edit/:id`. */
export default function MemberForm() {
  const { id } = useParams();
  const { tenant } = useSession();
  const { data: members } = useQuery(membersQuery(tenant.id));
  if (id === undefined) return <InviteMember />;
  const member = members?.find((member) => member.id === id);
  if (members && !member) return <UnknownRecord />;
  return <EditMember member={member} />;
}
