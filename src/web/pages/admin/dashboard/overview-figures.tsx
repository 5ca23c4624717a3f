import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Overview } from '#contract/overview.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

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

/** Renders the figures; undefined while loading. */
export function OverviewFigures({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const may = useMayCall();
  return (
    <ul
      role="list"
      aria-label={t('overview.figures')}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 xl:grid-cols-7"
    >
      {overviewFigures.map(({ key, to, of, ...rest }) => {
        const value = overview && of(overview);
        const isTrouble = 'isTrouble' in rest && Boolean(value);
        return (
          <li key={key} className="grid">
            <Figure to={'call' in rest && !may(rest.call) ? null : to}>
              <span className="text-sm text-pretty text-muted">{t(`overview.${key}`)}</span>
              {value === undefined ? (
                <Skeleton className="h-8 w-16" />
              ) : (
                <span
                  className={clsx(
                    'text-2xl font-semibold tabular-nums',
                    isTrouble && 'text-danger-ink',
                  )}
                >
                  {number(value)}
                </span>
              )}
            </Figure>
          </li>
        );
      })}
    </ul>
  );
}

/** Renders a tile, as a link to a page that the operator may read. */
function Figure({ to, children }: { to: string | null; children: ReactNode }) {
  return to === null ? (
    <div className={figureClass}>{children}</div>
  ) : (
    <Link to={to} className={figureClass}>
      {children}
    </Link>
  );
}

const figureClass =
  'flex flex-col justify-between gap-2 rounded-lg border border-line bg-surface p-4 shadow-sm ' +
  'hover:border-line-strong hover:bg-raised';
