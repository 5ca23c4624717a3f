import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { TransactionImport } from '#contract/imports/imports.ts';
import type { ChosenMapping } from '#contract/imports/mapping.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { DateTime } from '#web/components/date-time.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { loadedRows } from '#web/components/lists/paged-query.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import type { Route } from './+types/index.ts';
import { FileCard } from './file-card.tsx';
import { FileCheck } from './file-check.tsx';
import { importPreviewQuery, type ChosenFile, importsQuery } from './queries.ts';
import { UndoButton } from './undo-button.tsx';
import { useUndoneText } from './use-undone-text.ts';

export const handle: RouteHandle = { title: 'imports.title' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Member }),
];

/** Imports transactions from a CSV file: file, columns, preview, import, and earlier imports (R-IMP-01). */
export default function ImportTransactions() {
  const { t } = useTranslation();
  const { chosen, query, refusal, choose, map } = useFileCheck();
  const [imported, setImported] = useState<TransactionImport>();
  return (
    <>
      <PageTitle>{t('imports.title')}</PageTitle>
      <PageHeader title={t('imports.title')} description={t('imports.text')} />
      <ReadOnlyNotice />
      <div role="status" className="empty:hidden">
        {imported && !chosen && <ImportedBanner imported={imported} />}
      </div>
      <FileCard {...{ chosen, refusal }} onChange={choose} />
      {chosen && !refusal && (
        <FileCheck
          key={chosen.key}
          {...{ chosen, query }}
          onChange={map}
          onImported={(made) => {
            setImported(made);
            choose(undefined);
          }}
        />
      )}
      <ImportList />
    </>
  );
}

/** Tells how many transactions were imported, and leads to them. */
function ImportedBanner({ imported: { rows, fileName } }: { imported: TransactionImport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <Banner
      tone="success"
      title={t('imports.imported', { count: rows, number: number(rows) })}
      action={
        <Button size="sm" variant="white" render={<Link to="/app/transactions" />}>
          {t('imports.show')}
        </Button>
      }
    >
      {fileName}
    </Banner>
  );
}

/**
 * Returns the file that was chosen, its check as it is mapped, and the reason why the server refuses its content. What
 * the person has not chosen is suggested.
 */
function useFileCheck() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [mapping, setMapping] = useState<ChosenMapping>({});
  const query = useQuery(importPreviewQuery(chosen, mapping));
  const { error } = query;
  const isRefused = error instanceof Failure && error.status === 400;
  return {
    chosen,
    query,
    refusal: isRefused ? (failureText(t, error) ?? undefined) : undefined,
    /** Checks another file, or none. */
    choose: (file: ChosenFile | undefined) => {
      setMapping({});
      setChosen(file);
    },
    map: (change: ChosenMapping) => setMapping((before) => ({ ...before, ...change })),
  };
}

/** Lists the imports of the organization, newest first, and undoes them (R-IMP-07, R-IMP-08). */
function ImportList() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(importsQuery());
  const columns = useImportColumns();
  return (
    <Card
      flush
      title={t('imports.imports')}
      description={t('imports.importsText')}
      footer={
        list.hasNextPage && (
          <Button
            variant="white"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('common.action.loadMore')}
          </Button>
        )
      }
    >
      <Table
        caption={t('imports.imports')}
        columns={columns}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        renderActions={(made) => !made.undone && <UndoButton made={made} />}
        empty={
          <EmptyState title={t('imports.empty')} className="py-8">
            {t('imports.emptyText')}
          </EmptyState>
        }
      />
    </Card>
  );
}

/** Returns the columns of imports: file, state, who, when, and how many rows. */
function useImportColumns(): Column<TransactionImport>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const undoneText = useUndoneText();
  return [
    {
      key: 'file',
      header: t('imports.file'),
      render: ({ fileName, undone }) => (
        <>
          <span className="break-all">{fileName}</span>
          {undone && (
            <span className="block text-xs font-normal text-muted">{undoneText(undone)}</span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      header: t('imports.state'),
      phone: 'first',
      render: ({ undone }) => (
        <Badge tone={undone ? 'neutral' : 'success'}>
          {t(undone ? 'imports.undone' : 'imports.done')}
        </Badge>
      ),
    },
    {
      key: 'rows',
      header: t('imports.rows'),
      align: 'end',
      render: ({ rows }) => number(rows),
    },
    {
      key: 'who',
      header: t('imports.who'),
      render: ({ createdBy }) => createdBy?.name ?? t('imports.someone'),
    },
    {
      key: 'when',
      header: t('imports.when'),
      render: ({ createdAt }) => <DateTime at={createdAt} />,
    },
  ];
}
