import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId } from 'react';
import { limitKeys, limitStateOf, type LimitState } from '#contract/usage/limits.ts';
import type { LimitUsage } from '#contract/usage/usage.ts';
import { usageQuery } from '#web/components/usage/usage-query.ts';
import { useLimitFigures } from '#web/components/usage/use-limit-figures.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const grid = 'grid gap-x-10 gap-y-6 sm:grid-cols-2 xl:grid-cols-3';

/** Renders what the organization uses of each limit of its plan (R-USE-03). */
export function UsageCard() {
  const { t } = useTranslation();
  const { data, error } = useQuery(usageQuery());
  if (error && !data) throw error;
  return (
    <Card
      id="usage"
      title={t('subscription.usage.title')}
      description={t('subscription.usage.text')}
    >
      {data ? (
        <ul role="list" className={grid}>
          {data.map((limit) => (
            <LimitRow key={limit.key} limit={limit} />
          ))}
        </ul>
      ) : (
        <div className={grid}>
          {limitKeys.map((key) => (
            <Skeleton key={key} className="h-12 rounded-lg" />
          ))}
        </div>
      )}
    </Card>
  );
}

const looks = {
  normal: { bar: 'bg-muted', tone: 'neutral' },
  near: { bar: 'bg-warning-ink', tone: 'warning' },
  reached: { bar: 'bg-danger-ink', tone: 'danger' },
} as const satisfies Record<LimitState, { bar: string; tone: string }>;

/** Renders the use of one limit: a bar, the figures, and when the count starts again. */
function LimitRow({ limit: { key, used, included, resetsAt } }: { limit: LimitUsage }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const figure = useLimitFigures();
  const labelId = useId();
  // The only member of a plan for one person is no warning.
  const isAlone = key === 'members' && included === 1 && used === 1;
  const state = isAlone ? 'normal' : limitStateOf(used, included);
  const count = figure(key, used);
  const text =
    included === null
      ? t('subscription.usage.unlimited', { used: count })
      : t('subscription.usage.of', { used: count, included: figure(key, included) });
  return (
    <li>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-2">
          <span id={labelId} className="font-medium">
            {t(`subscription.usage.${key}`)}
          </span>
          {state !== 'normal' && (
            <Badge tone={looks[state].tone}>{t(`subscription.usage.${state}`)}</Badge>
          )}
        </span>
        <span className="text-muted tabular-nums">{text}</span>
      </p>
      {included !== null && (
        <div
          role="meter"
          aria-labelledby={labelId}
          aria-valuemin={0}
          aria-valuemax={included}
          aria-valuenow={Math.min(used, included)}
          aria-valuetext={text}
          className="mt-2 h-2 overflow-hidden rounded-full bg-line"
        >
          <div
            className={clsx('h-full rounded-full', looks[state].bar)}
            style={{ inlineSize: `${Math.min(100, (used / included) * 100)}%` }}
          />
        </div>
      )}
      {included !== null && resetsAt && (
        <p className="mt-1.5 text-sm text-muted">
          {t('subscription.usage.resets', { date: date(resetsAt.slice(0, 10), 'short') })}
        </p>
      )}
    </li>
  );
}
