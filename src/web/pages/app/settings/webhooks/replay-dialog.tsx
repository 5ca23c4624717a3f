import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { webhookDays } from '#contract/webhooks/webhooks.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { serverNow } from '#web/ui/clock.ts';
import { DateField } from '#web/ui/date/date-field.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshWebhooks } from './queries.ts';

const dayMs = 86_400_000;

/** Returns a local day, as `YYYY-MM-DD`, that was so many days ago. */
function dayBefore(days: number) {
  const { year, month, day } = Object.fromEntries(
    new Intl.DateTimeFormat('en', { year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(serverNow().getTime() - days * dayMs)
      .map(({ type, value }) => [type, value]),
  );
  return `${year}-${month}-${day}`;
}

/** Returns the instant at which a local day begins; undefined for a text that is no date. */
function startOf(day: string, after = 0) {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + after);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** Asks for a period and sends its deliveries again (R-WHK-08). */
export function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const [from, setFrom] = useState(dayBefore(0));
  const [to, setTo] = useState(dayBefore(0));
  const [onlyFailed, setOnlyFailed] = useState(true);
  const [start, end] = [startOf(from), startOf(to, 1)];
  const isPeriod = start !== undefined && end !== undefined && start < end;
  const replay = useMutation({
    mutationFn: () =>
      api.webhooks.replayMany({
        params: { id },
        body: { from: start ?? '', to: end ?? '', onlyFailed },
      }),
    onSuccess: ({ count }) => {
      void toast({
        tone: 'success',
        title: t('provisioning.webhooks.deliveries.count', { count }),
      });
      onClose();
    },
    onSettled: refreshWebhooks,
  });
  const limits = { locale, min: dayBefore(webhookDays), max: dayBefore(0) };
  return (
    <Modal
      title={t('provisioning.webhooks.deliveries.replayMany')}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button disabled={!isPeriod} loading={replay.isPending} onClick={() => replay.mutate()}>
            {t('provisioning.webhooks.deliveries.replay')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-sm text-pretty text-muted">
          {t('provisioning.webhooks.deliveries.replayManyText')}
        </p>
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField
            {...limits}
            label={t('provisioning.webhooks.deliveries.from')}
            value={from}
            onChange={setFrom}
          />
          <DateField
            {...limits}
            label={t('provisioning.webhooks.deliveries.to')}
            value={to}
            onChange={setTo}
            error={isPeriod ? undefined : t('errors.field.invalid')}
          />
        </div>
        <Checkbox
          label={t('provisioning.webhooks.deliveries.onlyFailed')}
          checked={onlyFailed}
          onChange={({ target }) => setOnlyFailed(target.checked)}
        />
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {replay.error && failureText(t, replay.error)}
        </p>
      </div>
    </Modal>
  );
}
