import { clsx } from 'clsx';
import type { ComponentStatus } from '#contract/status.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { barPaths, barsHeight, barsWidth } from './bars.ts';
import { useUtcFormats } from './use-utc-formats.ts';

const tones = { up: 'success', down: 'danger', unknown: 'neutral', unmeasured: 'neutral' } as const;

/** Lists the components with their state and the last 90 days as bars below the line of a stop. */
export function Components({ components }: { components: readonly ComponentStatus[] }) {
  const { t } = useTranslation();
  return (
    <section className="mt-12 sm:mt-16">
      <h2 className="sr-only">{t('evidence.status.components')}</h2>
      <ul role="list" className="border-t border-line">
        {components.map((status) => (
          <Component key={status.component} status={status} />
        ))}
      </ul>
      <Legend />
    </section>
  );
}

function Component({ status }: { status: ComponentStatus }) {
  const { t } = useTranslation();
  const { uptime } = useUtcFormats();
  const { component, state } = status;
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-4 border-b border-line py-6 lg:grid-cols-[17rem_1fr]">
      <div>
        <h3 className="font-semibold tracking-[-0.01em]">
          {t(`evidence.status.names.${component}`)}
        </h3>
        <p className="mt-1 text-sm text-pretty text-muted">
          {t(`evidence.status.hints.${component}`)}
        </p>
        <Badge tone={tones[state]} className="mt-3 max-lg:hidden">
          {t(`evidence.status.states.${state}`)}
        </Badge>
      </div>
      <Badge tone={tones[state]} className="lg:hidden">
        {t(`evidence.status.states.${state}`)}
      </Badge>
      <div className="max-lg:col-span-full">
        <Bars status={status} />
        <p className="mt-2 flex justify-between gap-4 text-xs text-muted">
          <span>{t('evidence.status.first')}</span>
          {status.uptime !== null && (
            <span className="font-medium text-ink tabular-nums">
              {t('evidence.status.uptime', { percent: uptime(status.uptime) })}
            </span>
          )}
          <span>{t('evidence.status.last')}</span>
        </p>
      </div>
    </li>
  );
}

function Bars({ status: { component, days, uptime: share } }: { status: ComponentStatus }) {
  const { t } = useTranslation();
  const formats = useUtcFormats();
  const paths = barPaths(days);
  const name = t(`evidence.status.names.${component}`);
  const label =
    share === null
      ? t('evidence.status.figureUnmeasured', { name })
      : t('evidence.status.figure', {
          name,
          days: formats.days(days.filter(({ measured }) => measured > 0).length),
          percent: formats.uptime(share),
          down: formats.days(days.filter(({ down }) => down > 0).length),
        });
  return (
    <svg
      viewBox={`0 0 ${barsWidth(days)} ${barsHeight}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="block h-14 w-full"
    >
      <path d={paths.unmeasured} className={signClasses.unmeasured} />
      <path d={paths.up} className={signClasses.up} />
      <path d={paths.down} className={signClasses.down} />
      <path
        d={paths.line}
        strokeWidth="2.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-accent-ink"
      />
    </svg>
  );
}

const signClasses = {
  unmeasured: 'fill-line-strong',
  up: 'fill-line-strong',
  down: 'fill-danger-ink',
};

/** Explains the signs of the bars. */
function Legend() {
  const { t } = useTranslation();
  return (
    <ul
      role="list"
      aria-label={t('evidence.status.legend.title')}
      className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-xs text-muted"
    >
      {(['up', 'down', 'unmeasured'] as const).map((sign) => (
        <li key={sign} className="flex items-center gap-2">
          <svg viewBox="0 0 6 14" aria-hidden className="h-3.5 w-1.5">
            <path
              d={sign === 'unmeasured' ? 'M0 11h6v3h-6z' : 'M0 0h6v14h-6z'}
              className={clsx(signClasses[sign])}
            />
          </svg>
          {t(`evidence.status.legend.${sign}`)}
        </li>
      ))}
    </ul>
  );
}
