import { useId } from 'react';
import { limitKeys, limitStateOf, type LimitState } from '#contract/usage/limits.ts';
import type { LimitUsage } from '#contract/usage/usage.ts';
import { StopMeter } from '#web/components/drawing/stop-meter.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useLimitFigures } from './use-limit-figures.ts';

const grid = 'grid gap-x-10 gap-y-6 sm:grid-cols-2 xl:grid-cols-3';

/** Renders what an organization uses of each limit of its plan (R-USE-03). */
export function LimitList({ limits }: { limits: readonly LimitUsage[] | undefined }) {
  return limits ? (
    <ul role="list" className={grid}>
      {limits.map((limit) => (
        <LimitRow key={limit.key} limit={limit} />
      ))}
    </ul>
  ) : (
    <div className={grid}>
      {limitKeys.map((key) => (
        <Skeleton key={key} className="h-20 rounded-lg" />
      ))}
    </div>
  );
}

const tones = {
  normal: 'neutral',
  near: 'warning',
  reached: 'danger',
} as const satisfies Record<LimitState, string>;

/** Renders the use of one limit: a drawing, the figures, and when the count starts again. */
export function LimitRow({ limit: { key, used, included, resetsAt } }: { limit: LimitUsage }) {
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
            <Badge tone={tones[state]}>{t(`subscription.usage.${state}`)}</Badge>
          )}
        </span>
        <span className="text-muted tabular-nums">{text}</span>
      </p>
      {included !== null && (
        <StopMeter
          used={used}
          limit={included}
          label={{ 'aria-labelledby': labelId }}
          text={text}
          className="mt-3 h-12"
        />
      )}
      {included !== null && resetsAt && (
        <p className="mt-1.5 text-sm text-muted">
          {t('subscription.usage.resets', { date: date(resetsAt.slice(0, 10), 'short') })}
        </p>
      )}
    </li>
  );
}
