import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { webhooksQuery } from './queries.ts';

export const handle: RouteHandle = { title: 'settings.menu.webhooks' };

/** Lists the webhook endpoints of the organization and adds one (R-WHK-01). */
export default function Webhooks() {
  const { t } = useTranslation();
  const { tenant, user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { data: webhooks, error } = useQuery(webhooksQuery());
  if (error && !webhooks) throw error;
  const createButton = <AddButton disabled={!webhooks} onOpen={() => setOpen(true)} />;
  return (
    <>
      <PageTitle>{t('provisioning.webhooks.title')}</PageTitle>
      <PageHeader
        title={t('provisioning.webhooks.title')}
        description={t('provisioning.webhooks.text', { organization: tenant.name })}
        actions={webhooks?.length !== 0 && createButton}
      />
      <ReadOnlyNotice />
      {user.impersonatedBy && <Banner tone="info">{t('provisioning.keys.inPerson')}</Banner>}
      <EndpointList webhooks={webhooks} createButton={createButton} />
      {isOpen && <EndpointDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Opens the dialog of a new endpoint, while changes are allowed to the person. */
function AddButton({ disabled, onOpen }: { disabled: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const readOnly = useReadOnly();
  return (
    <Button
      disabled={disabled || readOnly !== null || user.impersonatedBy !== null}
      onClick={onOpen}
    >
      <Webhook aria-hidden className="size-4" />
      {t('provisioning.webhooks.create')}
    </Button>
  );
}
