import type { ComponentProps, ReactNode } from 'react';
import { currencies } from '#contract/money.ts';
import type { TextKey } from '#locales/translation.ts';
import { DataList, type DataListProps } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import type { PaginatedQuery } from '#web/components/lists/load-more.tsx';
import { choicesOf } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { OrganizationLink } from '#web/pages/admin/organization-link.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Organization of a row; its name is null once it is deleted. */
type Tenant = { id: string; name: string | null };

/** Returns the column with the organization of a row. */
export function useTenantColumn<Row extends { tenant: Tenant }>(): ListColumn<Row> {
  const { t } = useTranslation();
  return {
    key: 'organization',
    header: t('overview.movementList.organization'),
    render: ({ tenant }) =>
      tenant.name === null ? (
        <span className="text-muted">{t('overview.movementList.deleted')}</span>
      ) : (
        <OrganizationLink tenant={{ id: tenant.id, name: tenant.name }} />
      ),
  };
}

/** Returns the labels of the filter by currency. */
export function useCurrencyFilter() {
  const { t } = useTranslation();
  return {
    label: t('overview.currency'),
    choices: choicesOf(currencies, (code) => code.toUpperCase()),
  };
}

type Props<Row> = {
  list: ComponentProps<typeof ListPage>['list'] & PaginatedQuery;
  icon: ReactNode;
  title: TextKey;
  text: TextKey;
  empty: TextKey;
  emptyText: TextKey;
} & Pick<DataListProps<Row>, 'name' | 'rows' | 'rowKey' | 'state' | 'bar' | 'csv'>;

/** Renders the rows behind a figure of the dashboard. */
export function FigureList<Row>({
  list,
  icon,
  title,
  text,
  empty,
  emptyText,
  ...rows
}: Props<Row>) {
  const { t } = useTranslation();
  return (
    <ListPage title={t(title)} text={t(text)} list={list}>
      <DataList<Row>
        {...rows}
        caption={t(title)}
        paging={list}
        empty={
          <EmptyState icon={icon} title={t(empty)}>
            {t(emptyText)}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
