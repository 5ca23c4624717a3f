import { Link, redirect } from 'react-router';
import { storedTenantId } from '#web/api/credentials.ts';
import { loginPath } from '#web/api/login-path.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { nameInitials } from '#web/components/initials.ts';
import { loadCurrentVisitor } from '#web/pages/account/current-visitor.ts';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { homePath, selectTenant, sessionOf, signOut } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';

/** Loads the suspension in the browser only: the server can't read the session. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const visitor = await loadCurrentVisitor();
  if (!visitor) throw redirect(loginPath(new URL(request.url)));
  const tenant = sessionOf(visitor, storedTenantId())?.tenant;
  if (!tenant?.suspension) throw redirect(homePath);
  const others = visitor.tenants
    .map((membership) => membership.tenant)
    .filter(({ suspension }) => suspension === null);
  return { name: tenant.name, suspension: tenant.suspension, others };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Skeleton className="h-64 w-full max-w-md" />;
}

/** Says why the organization is suspended, and offers support, other organizations and signing out (R-OPR-13). */
export default function SuspendedPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { name, suspension, others } = loaderData;
  return (
    <AccountPanel
      title={t('support.suspension.page.title', { organization: name })}
      text={t('support.suspension.page.text')}
    >
      <dl className="grid gap-4 text-sm">
        <div>
          <dt className="font-semibold">{t('support.suspension.page.reason')}</dt>
          <dd className="mt-1 whitespace-pre-line wrap-anywhere text-muted">{suspension.reason}</dd>
        </div>
        <div>
          <dt className="font-semibold">{t('support.suspension.page.since')}</dt>
          <dd className="mt-1 text-muted">
            <DateTime at={suspension.since} />
          </dd>
        </div>
      </dl>
      {others.length > 0 && (
        <section className="mt-6 border-t border-line pt-4">
          <h2 className="text-sm font-semibold">{t('support.suspension.page.others')}</h2>
          <ul role="list" className="mt-2 grid gap-1">
            {others.map((tenant) => (
              <li key={tenant.id}>
                <Button
                  variant="white"
                  className="w-full justify-start"
                  onClick={() => selectTenant(tenant.id)}
                >
                  <Avatar shape="square" initials={nameInitials(tenant.name)} src={tenant.logo} />
                  <span className="min-w-0 truncate">{tenant.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-6 flex flex-wrap gap-3 *:flex-1 *:basis-44">
        <Button render={<Link to="/contact" reloadDocument />}>
          {t('support.suspension.page.contact')}
        </Button>
        <Button variant="white" onClick={() => void signOut()}>
          {t('support.suspension.page.signOut')}
        </Button>
      </div>
    </AccountPanel>
  );
}
