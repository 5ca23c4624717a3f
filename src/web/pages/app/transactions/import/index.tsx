import { useState } from 'react';
import { Role, transactionsTier } from '#contract/access.ts';
import type { TransactionImport } from '#contract/imports/imports.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/index.ts';
import { FileCard } from './file-card.tsx';
import { FileCheck } from './file-check.tsx';
import { ImportList } from './import-list.tsx';
import { ImportedBanner } from './imported-banner.tsx';
import { useFileCheck } from './use-file-check.ts';

export const handle: RouteHandle = { title: 'imports.title' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Member, tier: transactionsTier }),
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
