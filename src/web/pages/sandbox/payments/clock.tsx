import { Clock3, FastForward } from 'lucide-react';
import { useState } from 'react';
import type { Translate } from '#locales/translation.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import {
  type ScheduledAction,
  secondsToMonthsLater,
  nextScheduledAction,
  type SandboxRecords,
} from './records.ts';
import { useSandboxMutation } from './use-sandbox-mutation.ts';

const day = 86_400;

/** Renders the provider's clock and the buttons that advance it. */
export function ClockCard({ records }: { records: SandboxRecords }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const clock = useSandboxMutation<{ advanceSeconds: number }, { now: number }>('clock');
  const { now } = records;
  const due = nextScheduledAction(records);
  const move = async (seconds: number) => {
    const moved = await clock.mutateAsync({ advanceSeconds: seconds }).catch(() => null);
    if (!moved) return;
    const title = t('sandbox.clock.moved', { date: date(moved.now * 1_000, 'long') });
    void toast({ tone: 'success', title });
  };
  const steps = [
    { label: t('sandbox.clock.day'), seconds: day },
    { label: t('sandbox.clock.fortnight'), seconds: 14 * day },
    { label: t('sandbox.clock.month'), seconds: secondsToMonthsLater(now, 1) },
    { label: t('sandbox.clock.year'), seconds: secondsToMonthsLater(now, 12) },
  ];
  return (
    <Card title={t('sandbox.clock.title')} description={t('sandbox.clock.text')}>
      <div className="grid items-end gap-6 lg:grid-cols-[1fr_auto]">
        <Now
          now={now}
          days={Math.round(records.aheadSeconds / day)}
          due={due && scheduledText(t, date, due)}
          isMoving={clock.isPending}
        />
        <div className="flex flex-col gap-3">
          <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap lg:justify-end">
            {steps.map(({ label, seconds }) => (
              <Button
                key={label}
                variant="white"
                disabled={clock.isPending}
                onClick={() => void move(seconds)}
              >
                {label}
              </Button>
            ))}
          </div>
          <div className="flex flex-wrap items-end gap-2 lg:justify-end">
            <CustomAdvance isBusy={clock.isPending} onMove={(days) => void move(days * day)} />
            <Button
              disabled={!due || clock.isPending}
              className="max-sm:w-full"
              onClick={() => due && void move(Math.ceil(due.at - now) + 1)}
            >
              <FastForward aria-hidden className="size-4" />
              {t('sandbox.clock.next')}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}

type DateFormat = ReturnType<typeof useFormats>['date'];

const scheduledText = (t: Translate, date: DateFormat, due: ScheduledAction) =>
  t('sandbox.clock.nextAt', {
    what: t(`sandbox.due.${due.kind}`),
    date: date(due.at * 1_000, 'long'),
  });

type NowProps = { now: number; days: number; due: string | undefined; isMoving: boolean };

/** Renders the provider's time, its lead over real time, and the next due action. */
function Now({ now, days, due, isMoving }: NowProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  return (
    <div className="flex min-w-0 gap-4">
      <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Clock3 aria-hidden className="size-6" />
      </span>
      <div className="min-w-0" role="status" aria-busy={isMoving}>
        <p className="text-sm text-muted">{t('sandbox.clock.now')}</p>
        <p className="text-xl font-semibold tracking-tight text-pretty text-ink tabular-nums sm:text-2xl">
          <time dateTime={new Date(now * 1_000).toISOString()}>{date(now * 1_000, 'long')}</time>
        </p>
        <p className="mt-1 text-sm text-pretty text-muted">
          {isMoving
            ? t('sandbox.clock.moving')
            : days > 0
              ? t('sandbox.clock.ahead', { count: days })
              : t('sandbox.clock.real')}
        </p>
        <p className="text-sm text-pretty text-muted">{due ?? t('sandbox.clock.nothing')}</p>
      </div>
    </div>
  );
}

function CustomAdvance({ isBusy, onMove }: { isBusy: boolean; onMove: (days: number) => void }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<number | null>(3);
  return (
    <form
      className="flex flex-1 items-end gap-2 sm:flex-none"
      onSubmit={(event) => {
        event.preventDefault();
        if (days) onMove(days);
      }}
    >
      <NumberField
        label={t('sandbox.clock.days')}
        value={days}
        onChange={setDays}
        min={1}
        max={3_650}
        className="flex-1 sm:w-36"
      />
      <Button type="submit" variant="white" disabled={!days || isBusy}>
        {t('sandbox.clock.move')}
      </Button>
    </form>
  );
}
