import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Role } from '#contract/access.ts';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import type { Route } from './+types/form.ts';
import { EditMember } from './edit-member.tsx';
import { InviteMember } from './invite-member.tsx';
import { membersQuery } from './queries.ts';
import { seatUsage } from './rules.ts';
import { useSeatLimitPrompt } from './seat-limit.ts';

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
