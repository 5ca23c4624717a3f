import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { deliveryStates, type Delivery, type Webhook } from '#contract/webhooks/webhooks.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { loadedRows } from '#web/components/lists/paged-query.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { serverNow } from '#web/ui/clock.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { deliveriesQuery } from './queries.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { useOutcomeText } from './use-outcome-text.ts';

/** Milliseconds between two looks while a delivery is about to be sent. */
const refreshMs = 2_000;

/** Milliseconds to the next attempt of a delivery that is being sent or was not sent at its time: a lease takes 60 s. */
const soonMs = 120_000;

const isAboutToBeSent = ({ nextAttemptAt }: Delivery) =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) < serverNow().getTime() + soonMs;

/** Lists the deliveries to an endpoint by state, shows one, and sends those of a period again (R-WHK-07). */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const state = deliveryStates.find((each) => each === params.get('state')) ?? '';
  const shown = params.get('delivery');
  const show = (name: 'state' | 'delivery', value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  const [isReplaying, setReplaying] = useState(false);
  const list = useInfiniteQuery({
    ...deliveriesQuery(webhook.id, state),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isAboutToBeSent)) ? refreshMs : false,
  });
  const columns = useDeliveryColumns();
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{t('provisioning.webhooks.deliveries.title')}</h2>
          <p className="text-sm text-muted">{t('provisioning.webhooks.deliveries.text')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedControl
            label={t('provisioning.webhooks.deliveries.show')}
            value={state}
            segments={[
              { value: '', label: t('provisioning.webhooks.deliveries.all') },
              ...deliveryStates.map((each) => ({
                value: each,
                label: t(`provisioning.webhooks.deliveries.state.${each}`),
              })),
            ]}
            onChange={({ target }) => show('state', target.value)}
          />
          {!webhook.disabled && (
            <Button variant="white" onClick={() => setReplaying(true)}>
              {t('provisioning.webhooks.deliveries.replayMany')}
            </Button>
          )}
        </div>
      </div>
      <Card
        flush
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
          caption={t('provisioning.webhooks.deliveries.title')}
          columns={columns}
          rows={loadedRows(list)}
          rowKey={({ id }) => id}
          renderActions={({ id, type }) => (
            <Button
              size="sm"
              variant="secondary"
              aria-label={t('provisioning.webhooks.deliveries.open', { event: type })}
              onClick={() => show('delivery', id)}
            >
              {t('provisioning.webhooks.deliveries.details')}
            </Button>
          )}
          empty={
            <EmptyState title={t('provisioning.webhooks.deliveries.empty')} className="py-8">
              {t('provisioning.webhooks.deliveries.emptyText')}
            </EmptyState>
          }
        />
      </Card>
      {shown && (
        <DeliveryPanel
          id={shown}
          mayReplay={!webhook.disabled}
          onClose={() => show('delivery', '')}
        />
      )}
      {isReplaying && <ReplayDialog id={webhook.id} onClose={() => setReplaying(false)} />}
    </div>
  );
}

/** Returns the columns of the deliveries to an endpoint. */
function useDeliveryColumns(): Column<Delivery>[] {
  const { t } = useTranslation();
  const outcomeText = useOutcomeText();
  return [
    {
      key: 'event',
      header: t('provisioning.webhooks.deliveries.event'),
      render: ({ type }) => <code className="text-xs">{type}</code>,
    },
    {
      key: 'state',
      header: t('provisioning.webhooks.deliveries.status'),
      phone: 'first',
      render: ({ state: current }) => <DeliveryBadge state={current} />,
    },
    {
      key: 'response',
      header: t('provisioning.webhooks.deliveries.response'),
      phone: 'hidden',
      render: ({ last }) => (last ? outcomeText(last) : '–'),
    },
    {
      key: 'when',
      header: t('provisioning.webhooks.deliveries.when'),
      render: ({ occurredAt }) => <DateTime at={occurredAt} />,
    },
  ];
}
