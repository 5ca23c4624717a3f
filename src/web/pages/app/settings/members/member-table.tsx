import { UsersRound } from 'lucide-react';
import { useRef } from 'react';
import { ownMemberList } from '#contract/lists/local.ts';
import type { TenantUser } from '#contract/membership.ts';
import { StopMeter } from '#web/components/drawing/stop-meter.tsx';
import { choiceTexts } from '#web/components/entity/choices.ts';
import { personName } from '#web/components/initials.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import { roleName } from '#web/components/role-name.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { InviteButton } from './invite-button.tsx';
import { MemberRowActions, MemberStatusCell, MemberCell, memberStatuses } from './member-row.tsx';
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
  const invited = members?.filter(({ status }) => memberStatuses[status].text === 'invited').length;
  const list = t('members.list', { organization: session.tenant.name });
  const { state, rows, csv } = useLocalList(members, ownMemberList, {
    columns: [
      {
        key: 'member',
        header: t('members.column.member'),
        wide: true,
        render: (member) => <MemberCell member={member} />,
        skeleton: <Skeleton className="h-10" />,
        csv: [
          { header: t('members.column.member'), value: (member) => personName(member) },
          { header: t('lists.email'), value: ({ email }) => email },
        ],
      },
      {
        key: 'role',
        header: t('members.column.role'),
        render: ({ role }) => roleName(t, role),
      },
      {
        key: 'status',
        header: t('members.column.status'),
        wide: true,
        render: (member) => <MemberStatusCell member={member} />,
      },
    ],
    filters: {
      role: { label: t('members.column.role'), choices: choiceTexts(t, 'TenantUserRoles') },
      status: {
        label: t('members.column.status'),
        choices: choicesOf(['invited', 'asking', 'active', 'inactive'], (value) =>
          t(`members.status.${value}`),
        ),
      },
    },
    values: {
      member: (member) => `${personName(member)} ${member.email}`,
      role: ({ role }) => role,
      status: ({ status }) => memberStatuses[status].text,
    },
  });
  return (
    <DataList
      name="members"
      cardRef={card}
      caption={list}
      hasTitle
      description={
        <span className="flex flex-wrap items-end gap-x-3 gap-y-1">
          {max > 0 && (
            <StopMeter
              used={used}
              limit={max}
              label={{ 'aria-label': t('subscription.usage.members') }}
              text={seats}
              className="h-5 w-20 max-sm:hidden"
            />
          )}
          {invited ? `${seats} · ${t('members.seats.invited', { count: invited })}` : seats}
        </span>
      }
      state={state}
      rows={rows}
      csv={csv}
      expectedRows={used}
      rowKey={({ id }) => id}
      // Answering replaces the pressed buttons, so the focus moves to the list.
      renderActions={(member) => (
        <MemberRowActions member={member} onDone={() => card.current?.focus()} />
      )}
      empty={null}
    >
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
    </DataList>
  );
}
