import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperatorRecord } from '#contract/operators/operators.ts';
import { ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Table } from '#web/ui/table.tsx';
import { operatorColumns } from './columns.tsx';
import { OperatorDialog } from './dialog.tsx';
import { operatorsQuery } from './queries.ts';
import { OperatorActions } from './row-actions.tsx';

export const handle: RouteHandle = { title: 'operators.title' };

/** Lists operators with their roles, and pending invitations (R-OPR-11). */
export default function Operators() {
  const { t } = useTranslation();
  const may = useMayCall();
  const list = useQuery(operatorsQuery);
  const [open, setOpen] = useState<OperatorRecord | 'new'>();
  if (list.error && !list.data) throw list.error;
  const isLast = (operator: OperatorRecord) =>
    isAdministrator(operator) && list.data?.filter(isAdministrator).length === 1;
  return (
    <>
      <PageTitle>{t('operators.title')}</PageTitle>
      <PageHeader
        title={t('operators.title')}
        description={t('operators.text')}
        actions={
          <>
            <ReloadButton list={list} />
            {may('operators/invite') && (
              <Button onClick={() => setOpen('new')}>
                <UserRoundPlus aria-hidden className="size-4" />
                {t('operators.invite')}
              </Button>
            )}
          </>
        }
      />
      <Card flush>
        <Table
          caption={t('operators.title')}
          rows={list.data}
          rowKey={({ id }) => id}
          columns={operatorColumns(t)}
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
      </Card>
      {open && (
        <OperatorDialog
          operator={open === 'new' ? null : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

const isAdministrator = ({ role, invitedUntil }: OperatorRecord) =>
  role === 'administrator' && invitedUntil === null;
