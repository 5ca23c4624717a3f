import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { operatorRoles } from '#contract/access.ts';
import { operatorList } from '#contract/lists/local.ts';
import type { OperatorRecord } from '#contract/operators/operators.ts';
import type { Translate } from '#locales/translation.ts';
import { api } from '#web/api/api.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { PersonCell } from '#web/pages/admin/person-cell.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { OperatorDialog } from './dialog.tsx';
import { OperatorActions } from './row-actions.tsx';

export const handle: RouteHandle = { title: 'staff.title' };

/** Lists operators with their roles, and pending invitations (R-OPR-11). */
export default function Operators() {
  const { t } = useTranslation();
  const may = useMayCall();
  const list = useQuery(operatorsQuery);
  const [open, setOpen] = useState<OperatorRecord | 'new'>();
  if (list.error && !list.data) throw list.error;
  const { state, rows, csv } = useLocalList(list.data, operatorList, {
    columns: operatorColumns(t),
    filters: {
      role: {
        label: t('staff.roleColumn'),
        choices: choicesOf(operatorRoles, (value) => t(`operators.role.${value}`)),
      },
    },
    values: {
      person: ({ name, email }) => `${name} ${email}`,
      role: ({ role }) => role,
    },
  });
  const isLast = (operator: OperatorRecord) =>
    isAdministrator(operator) && list.data?.filter(isAdministrator).length === 1;
  return (
    <ListPage
      title={t('staff.title')}
      text={t('staff.text')}
      list={list}
      actions={
        may('operators/invite') && (
          <Button onClick={() => setOpen('new')}>
            <UserRoundPlus aria-hidden className="size-4" />
            {t('staff.invite')}
          </Button>
        )
      }
    >
      <DataList
        name="operator.operators"
        state={state}
        caption={t('staff.title')}
        rows={rows}
        csv={csv}
        rowKey={({ id }) => id}
        empty={null}
        {...(may('operators/update') && {
          renderActions: (operator: OperatorRecord) => (
            <OperatorActions
              operator={operator}
              isLast={isLast(operator)}
              onChangeRole={() => setOpen(operator)}
            />
          ),
        })}
      />
      {open && (
        <OperatorDialog
          operator={open === 'new' ? null : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ListPage>
  );
}

const isAdministrator = ({ role, invitedUntil }: OperatorRecord) =>
  role === 'administrator' && invitedUntil === null;

/** Operators and pending invitations. */
const operatorsQuery = {
  queryKey: ['operator', 'operators'],
  queryFn: () => api.operators.getAll(),
};

/** Returns the columns of the list. */
const operatorColumns = (t: Translate): ListColumn<OperatorRecord>[] => [
  {
    key: 'person',
    header: t('staff.person'),
    render: (operator) => <OperatorCell operator={operator} />,
    csv: [
      { header: t('staff.person'), value: ({ name }) => name },
      { header: t('lists.email'), value: ({ email }) => email },
    ],
  },
  {
    key: 'role',
    header: t('staff.roleColumn'),
    render: ({ role }) => (
      <span className="grid">
        <span>{t(`operators.role.${role}`)}</span>
        <span className="text-sm text-pretty text-muted">{t(`staff.may.${role}`)}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: t('staff.state'),
    phone: 'first',
    render: (operator) => <StateBadge {...operator} />,
    csv: [{ header: t('staff.state'), value: (operator) => stateText(t, operator) }],
  },
];

function OperatorCell({ operator }: { operator: OperatorRecord }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { name, email, avatar } = operator;
  const [firstName = '', ...others] = name.split(' ');
  const person = { firstName, lastName: others.join(' '), email };
  const note = operator.id === user.id ? t('staff.you') : undefined;
  return <PersonCell person={person} avatar={avatar} note={note} />;
}

function stateText(t: Translate, { invitedUntil, expired }: OperatorRecord) {
  if (invitedUntil === null) return t('staff.active');
  return expired
    ? t('staff.expired')
    : t('staff.invitedUntil', { date: invitedUntil.slice(0, 10) });
}

function StateBadge({ invitedUntil, expired }: OperatorRecord) {
  const { t } = useTranslation();
  const { date } = useFormats();
  if (invitedUntil === null) return <Badge tone="success">{t('staff.active')}</Badge>;
  return expired ? (
    <Badge tone="warning">{t('staff.expired')}</Badge>
  ) : (
    <Badge tone="info">{t('staff.invitedUntil', { date: date(invitedUntil, 'short') })}</Badge>
  );
}
