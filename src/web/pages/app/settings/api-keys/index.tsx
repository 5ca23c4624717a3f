import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState, useRef, type ReactNode } from 'react';
import type { ApiKey } from '#contract/api-keys/api-keys.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { KeyRow } from './key-row.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { apiKeysQuery } from './queries.ts';

export const handle: RouteHandle = { title: 'settings.menu.apiKeys' };

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

/** Opens the dialog of a new key, while changes are allowed to the person. */
function CreateButton({ disabled, onOpen }: { disabled: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const readOnly = useReadOnly();
  return (
    <Button
      disabled={disabled || readOnly !== null || user.impersonatedBy !== null}
      onClick={onOpen}
    >
      <KeyRound aria-hidden className="size-4" />
      {t('provisioning.keys.create')}
    </Button>
  );
}

type Props = {
  /** Undefined while they load. */
  keys: ApiKey[] | undefined;
  createButton: ReactNode;
};

/** Renders the keys of the organization, or the first action where there are none. */
function KeyList({ keys, createButton }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  if (!keys) {
    return (
      <Card>
        <Skeleton className="h-24" />
      </Card>
    );
  }
  return (
    <Card>
      {keys.length === 0 ? (
        <EmptyState
          icon={<KeyRound aria-hidden />}
          title={t('provisioning.keys.emptyTitle')}
          action={createButton}
        >
          {t('provisioning.keys.emptyText')}
        </EmptyState>
      ) : (
        <ul
          ref={list}
          tabIndex={-1}
          role="list"
          aria-label={t('provisioning.keys.title')}
          className="divide-y divide-line outline-none"
        >
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              // The button is removed with its row, so the focus moves to the list.
              onRevoked={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
