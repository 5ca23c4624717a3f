import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/list.ts';
import { InviteButton } from './invite-button.tsx';
import { JoinLinkSettings } from './join-link-settings.tsx';
import { MemberTable } from './member-table.tsx';
import { membersQuery } from './queries.ts';
import { inviterNames, seatUsage } from './rules.ts';
import { SeatLimitBanner } from './seat-limit-banner.tsx';

export const handle: RouteHandle = { title: 'app.menu.members' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Member }),
];

/** Lists the members of the organization, with invitations and the join link. */
export default function Members() {
  const { t, locale } = useTranslation();
  const session = useSession();
  const { tenant, role } = session;
  const { data: members, error } = useQuery(membersQuery(tenant.id));
  if (error && !members) throw error;
  const isManager = roleAllows(role, Role.Admin);
  const { isFull } = seatUsage(session, members);
  return (
    <>
      <PageTitle>{t('members.title')}</PageTitle>
      <PageHeader
        title={t('members.title')}
        description={
          isManager || !members
            ? t('members.text', { organization: tenant.name })
            : t('members.ask', { names: inviterNames(members, locale) })
        }
        actions={<InviteButton members={members}>{t('app.menu.inviteMember')}</InviteButton>}
      />
      {isManager && isFull && <SeatLimitBanner />}
      <MemberTable members={members} />
      {isManager && <JoinLinkSettings isFull={isFull} />}
      <Outlet />
    </>
  );
}
