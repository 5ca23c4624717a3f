import { Webhook as WebhookIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EndpointState } from './endpoint-state.tsx';

type Props = {
  /** Undefined while they load. */
  webhooks: Webhook[] | undefined;
  createButton: ReactNode;
};

/** Renders the endpoints of the organization, or the first action where there are none. */
export function EndpointList({ webhooks, createButton }: Props) {
  const { t } = useTranslation();
  if (!webhooks) {
    return (
      <Card>
        <Skeleton className="h-24" />
      </Card>
    );
  }
  if (webhooks.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<WebhookIcon aria-hidden />}
          title={t('provisioning.webhooks.emptyTitle')}
          action={createButton}
        >
          {t('provisioning.webhooks.emptyText')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card flush>
      <ul
        role="list"
        aria-label={t('provisioning.webhooks.title')}
        className="divide-y divide-line"
      >
        {webhooks.map((webhook) => (
          <li
            key={webhook.id}
            className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-4 hover:bg-sunken"
          >
            <div className="min-w-0 flex-1 basis-72">
              <Link
                to={webhook.id}
                className="text-sm font-medium wrap-anywhere after:absolute after:inset-0"
              >
                {webhook.url}
              </Link>
              <p className="text-sm wrap-anywhere text-muted">
                {[
                  webhook.description,
                  t('provisioning.webhooks.count', { count: webhook.events.length }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <EndpointState webhook={webhook} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
