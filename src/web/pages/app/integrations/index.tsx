import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { PageTitle } from '#web/components/page-title.tsx';
import { offeredEntries } from '#web/layouts/app-menu.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { exampleMenu } from '#web/layouts/example-menu.ts';
import { missingFor } from '#web/layouts/palette/rights.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LockedCard } from './connection-card.tsx';
import { connections, type Connection } from './connections.tsx';

export const handle: RouteHandle = { title: 'app.menu.integrations' };

/** Lists the ways to connect the organization, each with its state and first step, and the examples (R-APP-06). */
export default function Integrations() {
  const { t } = useTranslation();
  const session = useSession();
  const groups = connections
    .map(({ group, all }) => ({ group, offered: offeredConnections(session, all) }))
    .filter(({ offered }) => offered.length > 0);
  const organization = session.tenant.name;
  return (
    <>
      <PageTitle>{t('integrations.title')}</PageTitle>
      <PageHeader
        title={t('integrations.title')}
        description={t(groups.length > 0 ? 'integrations.text' : 'integrations.none', {
          organization,
        })}
      />
      {groups.map(({ group, offered }) => (
        <Group key={group} title={t(`integrations.groups.${group}`)}>
          {offered.map(({ lacksTier, Card, ...connection }) =>
            lacksTier === undefined ? (
              <Card key={connection.name} {...connection} />
            ) : (
              <LockedCard key={connection.name} {...connection} tier={lacksTier} />
            ),
          )}
        </Group>
      ))}
      <Examples />
    </>
  );
}

/** Returns the connections that the role may see, with the tier that the plan lacks. */
const offeredConnections = (session: ReturnType<typeof useSession>, all: readonly Connection[]) =>
  all.flatMap((connection) => {
    const missing = missingFor(session, connection.call);
    return !missing || missing.role !== undefined
      ? []
      : [{ ...connection, lacksTier: missing.tier }];
  });

type GroupProps = { title: string; text?: string; children: ReactNode };

function Group({ title, text, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {text && <p className="mt-0.5 text-sm text-muted">{text}</p>}
      </div>
      <ul role="list" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {children}
      </ul>
    </section>
  );
}

/** Lists the pages that demonstrate the product. */
function Examples() {
  const { t } = useTranslation();
  const examples = offeredEntries(useSession(), exampleMenu).filter(
    ({ lacksTier }) => lacksTier === undefined,
  );
  return (
    <Group title={t('integrations.examples.title')} text={t('integrations.examples.text')}>
      {examples.map(({ name, to, icon: Icon }) => (
        <li key={name} className={exampleClass}>
          <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
          <div className="min-w-0">
            <Link to={to} className="text-sm font-medium text-ink after:absolute after:inset-0">
              {t(`integrations.examples.${name}.title`)}
            </Link>
            <p className="text-sm text-pretty text-muted">
              {t(`integrations.examples.${name}.text`)}
            </p>
          </div>
        </li>
      ))}
    </Group>
  );
}

const exampleClass =
  'relative flex gap-3 rounded-lg border border-dashed border-line-strong p-4 transition-colors hover:bg-sunken';
