import { UsersRound } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TenantUser } from '#contract/membership.ts';
import { roleName } from '#web/components/role-name.ts';
import { useSession } from '#web/session/session.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import { InviteButton } from './invite-button.tsx';
import { MemberRowActions, MemberStatusCell, MemberCell } from './member-row.tsx';
import { seatUsage } from './rules.ts';

type Props = { members: readonly TenantUser[] | undefined };

/** Lists the members with seats taken and the actions for each. */
export function MemberTable({ members }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const card = useRef<HTMLElement>(null);
  const { used, max } = seatUsage(session, members);
  const seats = max
    ? t('members.seats.used', { used, max })
    : t('members.seats.unlimited', { used });
  const list = t('members.list', { organization: session.tenant.name });
  return (
    <Card ref={card} tabIndex={-1} className="outline-none" title={list} description={seats}>
      <div className="-mx-5 -mb-5">
        <Table
          caption={list}
          rows={members}
          expectedRows={used}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'member',
              header: t('members.column.member'),
              render: (member) => <MemberCell member={member} />,
              skeleton: <Skeleton className="h-10" />,
            },
            {
              key: 'role',
              header: t('members.column.role'),
              render: ({ role }) => roleName(t, role),
            },
            {
              key: 'status',
              header: t('members.column.status'),
              render: (member) => <MemberStatusCell member={member} />,
            },
          ]}
          // Answering replaces the pressed buttons, so the focus moves to the list.
          renderActions={(member) => (
            <MemberRowActions member={member} onDone={() => card.current?.focus()} />
          )}
          empty={null}
        />
        {(members?.length ?? used) === 1 && (
          <EmptyState
            className="border-t border-line"
            icon={<UsersRound aria-hidden />}
            title={t('members.alone.title')}
            action={
              <InviteButton members={members} variant="secondary">
                {t('members.alone.action')}
              </InviteButton>
            }
          >
            {t('members.alone.text')}
          </EmptyState>
        )}
      </div>
    </Card>
  );
}
