import { InfiniteQueryObserver, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Link2, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FieldDefinition, FieldDefinitions } from '#contract/entities/fields.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { EntityQueries, EntityTexts, ListQuery } from './entity-queries.ts';
import { HistorySection } from './history/history-section.tsx';
import { EntityValue } from './value.tsx';

type Props<F extends FieldDefinitions, Row, Input> = {
  source: EntityQueries<Row, Input>;
  fields: F;
  texts: EntityTexts<keyof F & string>;
  id: string;
  /** Address of the list, below which the records have their pages. */
  list: string;
  /** Hides what changes the record, and its history. */
  readOnly: boolean;
  /** Beside the details. */
  children: ReactNode;
};

/** Renders a record on a page of its own: its pictures, its fields by their declaration, and its history (R-CMT-06). */
export function RecordPage<F extends FieldDefinitions, Row extends { id: string }, Input>(
  props: Props<F, Row, Input>,
) {
  const { source, fields, texts, id, list, readOnly, children } = props;
  const { t } = useTranslation();
  const { data: record, error } = useQuery(source.record(id));
  if (error && !record) return <UnknownRecord error={error} list={list} />;
  if (!record) return <Skeleton className="h-96" />;
  const labels: Readonly<Record<string, string>> = texts.fields;
  const values = Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    label: labels[name] ?? name,
    value: record[name as keyof Row] as unknown,
  }));
  const title = String(values[0]?.value);
  const pictures = values.filter(({ field, value }) => field.kind === 'Image' && value);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={<span className="wrap-anywhere">{title}</span>}
        actions={
          <>
            <Neighbours {...{ source, id, list }} />
            <CopyLink path={`${list}/${id}`} />
            {!readOnly && (
              <WriteLink to="form">
                <Pencil aria-hidden className="size-4" />
                {t('common.action.edit')}
              </WriteLink>
            )}
          </>
        }
      />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card>
          {pictures.map(({ name, value }) => (
            <img
              key={name}
              src={String(value)}
              alt={t('comments.picture', { name: title })}
              className="kit-checkered mb-6 max-h-120 w-full rounded-lg object-contain"
            />
          ))}
          <DetailsList
            details={values
              .filter(({ field }) => field.kind !== 'Image')
              .map(({ name, label, field, value }) => ({
                key: name,
                label,
                value: <WholeValue {...{ field, value }} />,
              }))}
          />
          {!readOnly && source.history && (
            <HistorySection {...{ history: source.history, id, record, fields, labels }} />
          )}
        </Card>
        {children}
      </div>
    </>
  );
}

/** Renders a value, of texts all lines. */
function WholeValue({ field: { kind }, value }: { field: FieldDefinition; value: unknown }) {
  const { t } = useTranslation();
  if (value === null || value === '')
    return <span className="text-muted">{t('comments.none')}</span>;
  if (kind !== 'String' && kind !== 'TextArea') return <EntityValue {...{ kind, value }} />;
  return <span className="whitespace-pre-line wrap-anywhere">{String(value)}</span>;
}

type NeighboursProps<Row, Input> = {
  source: EntityQueries<Row, Input>;
  id: string;
  list: string;
};

/**
 * Links to the records before and after this one: in the list from which it was opened, otherwise in the newest records.
 */
function Neighbours<Row extends { id: string }, Input>({
  source,
  id,
  list,
}: NeighboursProps<Row, Input>) {
  const { t } = useTranslation();
  const { data: rows = [] } = useQuery({
    queryKey: tenantQueryKey(source.name, 'neighbours', id),
    queryFn: async () => {
      const query = loadedQueries(source.name).find(
        (some) => positionIn(rowsOf(source, some), id) >= 0,
      );
      if (!query) await queryClient.fetchInfiniteQuery(source.list());
      const rows = rowsOf(source, query);
      if (positionIn(rows, id) < rows.length - 1) return rows;
      // The next record is on a page that the list has not loaded.
      await new InfiniteQueryObserver(queryClient, source.list(query)).fetchNextPage();
      return rowsOf(source, query);
    },
  });
  const at = positionIn(rows, id);
  const neighbours = [
    { row: rows[at - 1], label: t('comments.previous'), icon: <ChevronLeft aria-hidden /> },
    {
      row: at < 0 ? undefined : rows[at + 1],
      label: t('comments.next'),
      icon: <ChevronRight aria-hidden />,
    },
  ];
  return neighbours.map(({ row, label, icon }) => (
    <Button
      key={label}
      variant="white"
      aria-label={label}
      title={label}
      className="px-2.5 [&_svg]:size-4"
      {...(row
        ? { render: <Link to={`${list}/${row.id}`} prefetch="intent" /> }
        : { disabled: true })}
    >
      {icon}
    </Button>
  ));
}

type Identified = { id: string };

const positionIn = (rows: readonly Identified[], id: string) =>
  rows.findIndex((row) => row.id === id);

/** Returns the rows of a list that are loaded. */
const rowsOf = <Row, Input>(source: EntityQueries<Row, Input>, query?: ListQuery) =>
  (queryClient.getQueryData(source.list(query).queryKey)?.pages ?? []).flatMap(
    ({ items }) => items,
  );

/** Returns the searches, filters and orders with which a list was loaded, the last used first. */
const loadedQueries = (name: string) =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: tenantQueryKey(name, 'list') })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ queryKey }) => queryKey.at(-1) as ListQuery);

/** Copies the address of the record. */
function CopyLink({ path }: { path: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.href).href);
      await toast({ tone: 'success', title: t('comments.copied') });
    } catch {
      // The clipboard API needs a secure origin.
      await toast({ tone: 'info', title: t('comments.notCopied') });
    }
  };
  return (
    <Button variant="white" onClick={() => void copy()}>
      <Link2 aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{t('comments.copyLink')}</span>
    </Button>
  );
}
