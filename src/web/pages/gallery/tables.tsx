import { Pencil, Plus, Receipt } from 'lucide-react';
import { useState } from 'react';
import type { Locale } from '#locales/locales.ts';
import { useTranslation } from '#web/session/translation.ts';
import { formats } from '#web/theme/formats.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import type { Sorting } from '#web/ui/data-table/table-head.tsx';
import { useRowSelection } from '#web/ui/data-table/use-row-selection.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { GallerySection } from './section.tsx';

const rows = [
  { id: 'a', description: 'Mini dólar', quantity: 5, price: 10.2, date: '2026-03-02', open: true },
  {
    id: 'b',
    description: 'Mini índice',
    quantity: 2,
    price: 1234.56,
    date: '2026-03-01',
    open: false,
  },
  {
    id: 'c',
    description: 'Contrato futuro de café arábica, vencimento em setembro',
    quantity: 12,
    price: 98765.4,
    date: '2026-02-27',
    open: false,
  },
];
type Sample = (typeof rows)[number];

export function Tables({ locale }: { locale: Locale }) {
  const { t } = useTranslation();
  const { money, number, date } = formats(locale);
  const columns: Column<Sample>[] = [
    {
      key: 'description',
      header: t('transactions.fields.description'),
      render: (row) => row.description,
    },
    {
      key: 'status',
      header: 'Status',
      render: ({ open }) => (
        <Badge tone={open ? 'success' : 'neutral'}>{open ? 'Open' : 'Closed'}</Badge>
      ),
    },
    {
      key: 'date',
      header: t('transactions.fields.date'),
      render: (row) => date(row.date, 'short'),
    },
    {
      key: 'quantity',
      header: t('transactions.fields.quantity'),
      align: 'end',
      render: (row) => number(row.quantity),
    },
    {
      key: 'price',
      header: t('transactions.fields.price'),
      align: 'end',
      render: (row) => money(row.price, 'usd'),
    },
    {
      key: 'amount',
      header: t('transactions.fields.amount'),
      align: 'end',
      render: (row) => (
        <strong className="font-semibold">{money(row.price * row.quantity, 'usd')}</strong>
      ),
    },
  ];
  const add = (
    <Button size="sm">
      <Plus aria-hidden className="size-4" />
      {t('transactions.createFirst')}
    </Button>
  );
  const shared = {
    columns,
    rowKey: ({ id }: Sample) => id,
    empty: (
      <EmptyState icon={<Receipt aria-hidden />} title={t('transactions.emptyTitle')} action={add}>
        {t('transactions.emptyText')}
      </EmptyState>
    ),
  };
  const edit = (row: Sample) => (
    <IconButton label={`${t('common.action.edit')} ${row.description}`}>
      <Pencil aria-hidden />
    </IconButton>
  );
  return (
    <GallerySection id="tables" title="Tables">
      <Card flush title={t('transactions.history')}>
        <Table caption={t('transactions.history')} rows={rows} renderActions={edit} {...shared} />
      </Card>
      <Card flush>
        <SelectableTable columns={columns} />
      </Card>
      <Card flush>
        <Table
          caption={`${t('transactions.history')} …`}
          rows={undefined}
          renderActions={edit}
          {...shared}
        />
      </Card>
      <Card flush>
        <Table caption={t('transactions.emptyTitle')} rows={[]} {...shared} />
      </Card>
    </GallerySection>
  );
}

/** Renders a table that is sorted by its headers and whose rows can be selected. */
function SelectableTable({ columns }: { columns: Column<Sample>[] }) {
  const [sorting, setSorting] = useState<Sorting>({ key: 'quantity', descending: false });
  const sorted = rows.toSorted((a, b) => (a.quantity - b.quantity) * (sorting.descending ? -1 : 1));
  const selection = useRowSelection(
    sorted.map(({ id }) => id),
    'gallery',
  );
  return (
    <DataTable
      caption="Selectable rows"
      columns={columns.map((column) => ({ ...column, sortable: column.key === 'quantity' }))}
      rows={sorted}
      rowKey={({ id }) => id}
      sorting={sorting}
      onSort={(key) => setSorting({ key, descending: !sorting.descending })}
      selection={selection}
      selectLabels={{ row: ({ description }) => description, all: 'All rows' }}
    />
  );
}
