import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Role } from '#contract/access.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/index.ts';
import { CreateButton } from './create-button.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { apiKeysQuery } from './queries.ts';

export const handle: RouteHandle = { title: 'app.menu.apiKeys' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Admin }),
];

/** Lists the API keys of the organization, creates, rotates and revokes them (R-KEY-04, R-KEY-05). */
export default function ApiKeys() {
  const { t } = useTranslation();
  const { tenant, user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { data: keys, error } = useQuery(apiKeysQuery());
  if (error && !keys) throw error;
  const createButton = <CreateButton disabled={!keys} onOpen={() => setOpen(true)} />;
  return (
    <>
      <PageTitle>{t('provisioning.keys.title')}</PageTitle>
      <PageHeader
        title={t('provisioning.keys.title')}
        description={
          <>
            {t('provisioning.keys.text', { organization: tenant.name })}{' '}
            <a
              href="/api/docs"
              className="font-semibold text-accent-ink underline-offset-4 hover:underline"
            >
              {t('provisioning.keys.reference')}
            </a>
          </>
        }
        actions={keys?.length !== 0 && createButton}
      />
      <ReadOnlyNotice />
      {user.impersonatedBy && <Banner tone="info">{t('provisioning.keys.inPerson')}</Banner>}
      <KeyList keys={keys} createButton={createButton} />
      {isOpen && <NewKeyDialog onClose={() => setOpen(false)} />}
    </>
  );
}
