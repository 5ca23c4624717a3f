import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { operatorRoles } from '#contract/access.ts';
import { operatorList } from '#contract/lists/local.ts';
import type { OperatorRecord } from '#contract/operators/operators.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { operatorColumns } from './columns.tsx';
import { OperatorDialog } from './dialog.tsx';
import { operatorsQuery } from './queries.ts';
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
