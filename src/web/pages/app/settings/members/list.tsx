import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/list.ts';
import { FullBanner } from './full-banner.tsx';
import { InviteButton } from './invite-button.tsx';
import { InviteLink } from './invite-link.tsx';
import { MemberTable } from './member-table.tsx';
import { memberList } from './queries.ts';
import { seatsOf } from './rules.ts';

export const handle: Titled = { title: 'app.menu.members' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires({ role: Role.Member })];

/** Lists the members of the organization, with invitations and the join link. */
export default function Members() {
  const { t } = useTranslation();
  const session = useSession();
  const { tenant, role } = session;
  const { data: members, error } = useQuery(memberList(tenant.id));
  if (error && !members) throw error;
  const isManager = roleAllows(role, Role.Admin);
  const { isFull } = seatsOf(session, members ?? []);
  return (
    <>
      <PageTitle>{t('members.title')}</PageTitle>
      <PageHeader
        title={t('members.title')}
        description={t('members.text', { organization: tenant.name })}
        actions={<InviteButton members={members}>{t('members.new')}</InviteButton>}
      />
      {isManager && isFull && <FullBanner />}
      <MemberTable members={members} />
      {isManager && <InviteLink isFull={isFull} />}
      <Outlet />
    </>
  );
}
