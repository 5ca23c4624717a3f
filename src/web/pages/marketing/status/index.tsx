import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import type { StatusIncident, StatusReport } from '#contract/status.ts';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { performanceReport } from '#web/pages/marketing/documents.ts';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { Route } from './+types/index.ts';
import { Components } from './components.tsx';
import { measuredFigures, type FigureName, type MeasuredFigures } from './measured-figures.ts';
import { useUtcFormats } from './use-utc-formats.ts';

/** Loads the report; without the database there is none, which the page says. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, report } = context.get(visitorContext);
  const status = await api.status.get().catch((error: unknown) => {
    report(error);
    return null;
  });
  return { status, figures: measuredFigures(performanceReport) };
}

/** Lets shared caches keep the page for 30 seconds: it is measured once a minute. */
export const headers = () => ({ 'Cache-Control': 's-maxage=30' });

export const handle = { static: true };

/** Returns the state of the whole: one that isn't working counts for all. */
function stateOf(status: StatusReport | null) {
  const states = status?.components.map(({ state }) => state) ?? [];
  if (states.includes('down')) return 'down';
  return states.includes('unknown') || states.length === 0 ? 'unknown' : 'up';
}

const signs = {
  up: { Sign: CircleCheck, color: 'text-success-ink' },
  down: { Sign: CircleAlert, color: 'text-danger-ink' },
  unknown: { Sign: CircleHelp, color: 'text-muted' },
};

/** Renders the state of the product now, its last 90 days and what the bench has measured (R-OPR-31). */
export default function StatusPage({ loaderData: { status, figures } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const state = stateOf(status);
  const { Sign, color } = signs[state];
  return (
    <div className="mx-auto max-w-6xl px-4 pt-14 pb-24 sm:px-6 sm:pt-20">
      <PublicHead
        title={t('evidence.status.title')}
        description={t('evidence.status.description')}
      />
      <h1 className="flex items-start gap-4 text-display font-semibold sm:gap-5">
        <Sign aria-hidden className={clsx('mt-[0.12em] size-[0.85em] shrink-0', color)} />
        <span>
          <span className="sr-only">{t('evidence.status.title')}: </span>
          {t(`evidence.status.${state}`)}
        </span>
      </h1>
      <p className="mt-5 max-w-[36rem] text-lg text-pretty text-muted">
        {t('evidence.status.text')}
      </p>
      {status ? (
        <>
          <Measured status={status} />
          <Components components={status.components} />
          <Incidents incidents={status.incidents} since={status.since} />
        </>
      ) : (
        <Banner tone="warning" className="mt-10">
          {t('evidence.status.unavailable')}
        </Banner>
      )}
      <Figures figures={figures} />
    </div>
  );
}

/** Tells since when the product is measured, and when it was last. */
function Measured({ status: { since, at } }: { status: StatusReport }) {
  const { t } = useTranslation();
  const { date, minuteInZone } = useUtcFormats();
  if (since === null || at === null) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <time dateTime={since}>{t('evidence.status.since', { date: date(since, 'short') })}</time>
      <time dateTime={at}>{t('evidence.status.checked', { date: minuteInZone(at) })}</time>
    </p>
  );
}

type IncidentsProps = { incidents: readonly StatusIncident[]; since: string | null };

/** Lists the interruptions: those that last first, then the newest. */
function Incidents({ incidents, since }: IncidentsProps) {
  const { t } = useTranslation();
  const { date } = useUtcFormats();
  return (
    <section className="mt-16 sm:mt-20">
      <h2 className="text-title font-semibold">{t('evidence.status.incidents')}</h2>
      {incidents.length === 0 && since !== null && (
        <p className="mt-4 text-muted">
          {t('evidence.status.none', { date: date(since, 'short') })}
        </p>
      )}
      <ul role="list" className="mt-6 divide-y divide-line">
        {incidents.map((incident) => (
          <li
            key={incident.component + incident.startedAt}
            className="flex flex-wrap gap-x-6 gap-y-1 py-4"
          >
            <span className="min-w-56 font-medium">
              {t(`evidence.status.names.${incident.component}`)}
            </span>
            <Period incident={incident} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Period({ incident: { startedAt, endedAt } }: { incident: StatusIncident }) {
  const { t } = useTranslation();
  const { minute, minuteInZone, duration } = useUtcFormats();
  const from = endedAt === null ? minuteInZone(startedAt) : minute(startedAt);
  if (endedAt === null)
    return <span className="text-danger-ink">{t('evidence.status.ongoing', { from })}</span>;
  const minutes = (Date.parse(endedAt) - Date.parse(startedAt)) / 60_000;
  return (
    <span className="text-muted tabular-nums">
      {t('evidence.status.interval', {
        from,
        to: minuteInZone(endedAt),
        duration: duration(minutes),
      })}
    </span>
  );
}

/** Returns the text of a figure's value. */
function useFigureValue() {
  const { locale } = useTranslation();
  const { number } = useUtcFormats();
  return (name: FigureName, value: number) => {
    if (name === 'manyRows') return `${number(value)}\u00D7`;
    if (name !== 'interaction') return number(value);
    return new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' }).format(value);
  };
}

/** Renders what the bench has measured. */
function Figures({ figures: measured }: { figures: MeasuredFigures }) {
  const { t } = useTranslation();
  const { date } = useUtcFormats();
  const valueOf = useFigureValue();
  if (measured === null || measured.figures.length === 0) return null;
  return (
    <section className="mt-16 border-t border-line pt-12 sm:mt-20 sm:pt-16">
      <h2 className="text-title font-semibold">{t('evidence.figures.title')}</h2>
      <p className="mt-3 max-w-2xl text-pretty text-muted">
        {t('evidence.figures.text', { date: date(measured.date, 'short') })}
      </p>
      <dl className="mt-10 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {measured.figures.map(({ name, value }) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end border-t-2 border-accent-ink pt-4"
          >
            <dt className="mt-2 text-sm text-pretty text-muted">{t(`evidence.figures.${name}`)}</dt>
            <dd className="text-4xl font-semibold tracking-[-0.03em] tabular-nums">
              {valueOf(name, value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
