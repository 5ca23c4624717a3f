import { useQuery } from '@tanstack/react-query';
import { Role } from '#contract/access.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/index.ts';
import { ArchiveList } from './archive-list.tsx';
import { ExportCard } from './export-card.tsx';
import { ImportCard } from './import-card.tsx';
import { archivesQuery } from './queries.ts';

export const handle: RouteHandle = { title: 'app.menu.data' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Owner }),
];

/** Exports the organization to an archive and imports one (R-ARC-01, R-ARC-03). */
export default function Data() {
  const { t } = useTranslation();
  const { tenant, user } = useSession();
  const { data: archives, error } = useQuery(archivesQuery());
  if (error && !archives) throw error;
  const isBusy = !archives || archives.some(({ state }) => state === 'running');
  return (
    <>
      <PageTitle>{t('provisioning.archives.title')}</PageTitle>
      <PageHeader
        title={t('provisioning.archives.title')}
        description={t('provisioning.archives.text', { organization: tenant.name })}
      />
      {user.impersonatedBy && <Banner tone="info">{t('provisioning.keys.inPerson')}</Banner>}
      <div className="grid gap-6 lg:grid-cols-2">
        <ExportCard disabled={isBusy || user.impersonatedBy !== null} />
        <ImportCard disabled={isBusy || user.impersonatedBy !== null} />
      </div>
      <ArchiveList archives={archives} />
    </>
  );
}
