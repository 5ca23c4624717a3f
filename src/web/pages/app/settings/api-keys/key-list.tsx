import { KeyRound } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import type { ApiKey } from '#contract/api-keys/api-keys.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { KeyRow } from './key-row.tsx';

type Props = {
  /** Undefined while they load. */
  keys: ApiKey[] | undefined;
  createButton: ReactNode;
};

/** Renders the keys of the organization, or the first action where there are none. */
export function KeyList({ keys, createButton }: Props) {
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
