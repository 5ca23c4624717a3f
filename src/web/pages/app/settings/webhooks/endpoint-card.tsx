import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Renders the description and the events of an endpoint; undefined while it loads. */
export function EndpointCard({ webhook }: { webhook: Webhook | undefined }) {
  const { t } = useTranslation();
  return (
    <Card>
      {webhook ? (
        <div className="grid gap-2 text-sm">
          {webhook.description && <p className="wrap-anywhere">{webhook.description}</p>}
          <ul
            role="list"
            aria-label={t('provisioning.webhooks.events')}
            className="flex flex-wrap gap-1.5"
          >
            {webhook.events.map((event) => (
              <li key={event} className="rounded-sm bg-sunken px-1.5 py-0.5">
                <code className="text-xs">{event}</code>
              </li>
            ))}
          </ul>
          {webhook.formerUntil && (
            <p className="text-muted">
              {t('provisioning.webhooks.formerUntil')} <DateTime at={webhook.formerUntil} />
            </p>
          )}
        </div>
      ) : (
        <Skeleton className="h-12" />
      )}
    </Card>
  );
}
