import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleDollarSign } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import type { Overview } from '#contract/overview.ts';
import { api } from '#web/api/api.ts';
import { ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PeriodControl } from './period-control.tsx';
import { usePeriod } from './use-period.ts';

const overview = { queryKey: ['operator', 'overview'], queryFn: () => api.overview.get() };
const tasks = { queryKey: ['operator', 'tasks'], queryFn: () => api.overview.getTasks() };

/** Load with the first figures, after the scripts that the page needs immediately. */
const Tasks = lazyPart(async () => (await import('./tasks.tsx')).Tasks);
const RevenueCard = lazyPart(async () => (await import('./revenue.tsx')).RevenueCard);

/** Renders the operator's overview: what needs an operator, then figures with links to their rows (R-OPR-06). */
export default function AdminDashboard() {
  const { t } = useTranslation();
  const found = useQuery(overview);
  const mayList = useMayCall()('overview/getTasks');
  const listed = useQuery({ ...tasks, enabled: mayList });
  const failed = [found, listed].find(({ error, data }) => error && !data);
  if (failed) throw failed.error;
  const known = listed.data || !mayList ? found.data : undefined;
  return (
    <>
      <PageTitle>{t('overview.title')}</PageTitle>
      <PageHeader
        title={t('overview.title')}
        description={t('overview.text')}
        actions={
          <>
            <PeriodControl />
            <ReloadButton list={found} />
          </>
        }
      />
      <Suspense fallback={<Placeholder />}>
        <Tasks overview={known} listed={listed.data} />
        {known ? <Figures overview={known} /> : <Placeholder />}
      </Suspense>
    </>
  );
}

/** Takes the place of everything below the header until the tasks are known: what is shown then does not move. */
function Placeholder() {
  return (
    <>
      <Skeleton className="h-28" />
      <Skeleton className="h-30" />
      <Skeleton className="h-96" />
    </>
  );
}

const subscriptions = '/admin/dashboard/subscriptions?status=';

/** Figures of the overview: link, call that its page needs, value, and whether they signal a problem. */
const overviewFigures = [
  {
    key: 'organizations',
    to: '/admin/tenants',
    call: 'tenants/getAllOfAll',
    of: (all: Overview) => all.organizations,
  },
  { key: 'users', to: '/admin/users', call: 'users/getAllOfAll', of: (all: Overview) => all.users },
  {
    key: 'active',
    to: `${subscriptions}active`,
    of: (all: Overview) => all.subscriptions.active,
  },
  {
    key: 'trials',
    to: `${subscriptions}trialing`,
    of: (all: Overview) => all.subscriptions.trialing,
  },
  {
    key: 'pastDue',
    to: `${subscriptions}past_due`,
    of: (all: Overview) => all.subscriptions.pastDue,
    isTrouble: true,
  },
  {
    key: 'failedMails',
    to: '/admin/mails',
    call: 'mails/getFailed',
    of: (all: Overview) => all.failedMails,
    isTrouble: true,
  },
  {
    key: 'failedEvents',
    to: '/admin/events?state=failing',
    call: 'providerEvents/getAllOfAll',
    of: (all: Overview) => all.failedEvents,
    isTrouble: true,
  },
] as const;

/** Renders the figures, then the revenue of each currency. */
function Figures({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const { months: range } = usePeriod();
  return (
    <>
      <ul
        role="list"
        aria-label={t('overview.figures')}
        className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 xl:grid-cols-7"
      >
        {overviewFigures.map((figure) => (
          <li key={figure.key} className="grid">
            <Figure figure={figure} overview={overview} />
          </li>
        ))}
      </ul>
      {overview.revenue.map((revenue, index) => (
        <Suspense key={revenue.currency} fallback={<Skeleton className="h-96" />}>
          <RevenueCard {...{ revenue, range, isExplained: index === 0 }} />
        </Suspense>
      ))}
      {overview.revenue.length === 0 && (
        <Card>
          <EmptyState icon={<CircleDollarSign aria-hidden />} title={t('overview.noRevenue')}>
            {t('overview.noRevenueText')}
          </EmptyState>
        </Card>
      )}
    </>
  );
}

type FigureProps = { figure: (typeof overviewFigures)[number]; overview: Overview };

/** Renders a tile, as a link to a page that the operator may read. */
function Figure({ figure, overview }: FigureProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const may = useMayCall();
  const value = figure.of(overview);
  const isTrouble = 'isTrouble' in figure && value > 0;
  const shown = (
    <>
      <span className="text-sm text-pretty text-muted">{t(`overview.${figure.key}`)}</span>
      <span className={clsx('text-2xl font-semibold tabular-nums', isTrouble && 'text-danger-ink')}>
        {number(value)}
      </span>
    </>
  );
  return 'call' in figure && !may(figure.call) ? (
    <div className={figureClass}>{shown}</div>
  ) : (
    <Link to={figure.to} className={figureClass}>
      {shown}
    </Link>
  );
}

const figureClass =
  'flex flex-col justify-between gap-2 rounded-lg border border-line bg-surface p-4 shadow-sm ' +
  'hover:border-line-strong hover:bg-raised';
