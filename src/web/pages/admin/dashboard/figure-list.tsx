import type { ParseKeys } from 'i18next';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TablePage } from '#web/components/lists/table-page.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { PeriodControl } from './period-control.tsx';
import { usePeriod } from './use-period.ts';

/** Organization of a row; its name is null once it is deleted. */
type Tenant = { id: string; name: string | null };

/** Returns the column with the organization of a row. */
export const useTenantColumn = <Row extends { tenant: Tenant }>(): Column<Row> => {
  const { t } = useTranslation();
  return {
    key: 'organization',
    header: t('overview.movementList.organization'),
    render: ({ tenant }) =>
      tenant.name === null ? (
        <span className="text-muted">{t('overview.movementList.deleted')}</span>
      ) : (
        <Link to={`/admin/users/${tenant.id}`} className="underline-offset-4 hover:underline">
          {tenant.name}
        </Link>
      ),
  };
};

interface Props<Row> extends Pick<
  ComponentProps<typeof Table<Row>>,
  'rows' | 'rowKey' | 'columns'
> {
  list: ComponentProps<typeof TablePage>['list'];
  icon: ReactNode;
  title: ParseKeys;
  text: ParseKeys;
  empty: ParseKeys;
  emptyText: ParseKeys;
}

/** Renders the rows behind a figure of a period, which can be changed. */
export function FigureList<Row>({
  list,
  icon,
  title,
  text,
  empty,
  emptyText,
  ...table
}: Props<Row>) {
  const { t } = useTranslation();
  const { currency } = usePeriod();
  return (
    <TablePage
      title={[t(title), currency?.toUpperCase()].filter(Boolean).join(' · ')}
      text={t(text)}
      list={list}
      bar={<PeriodControl className="self-start" />}
    >
      <Table
        {...table}
        caption={t(title)}
        empty={
          <EmptyState icon={icon} title={t(empty)}>
            {t(emptyText)}
          </EmptyState>
        }
      />
    </TablePage>
  );
}
