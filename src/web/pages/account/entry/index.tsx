import { Link, redirect } from 'react-router';
import { organizationParameter } from '#contract/access.ts';
import { api } from '#web/api/api.ts';
import { storedTenantId, storeTenantId } from '#web/api/credentials.ts';
import { loginPath } from '#web/api/login-path.ts';
import { nameInitials } from '#web/components/initials.ts';
import { loadCurrentVisitor } from '#web/pages/account/current-visitor.ts';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { takeResumePath } from '#web/session/resume.ts';
import { homePath, selectTenant, sessionOf, signOut } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { Enrollment } from './enrollment.tsx';

/** Loads what the session lacks, in the browser only: the server can't read the session. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const visitor = await loadCurrentVisitor();
  const address = new URL(request.url);
  if (!visitor) throw redirect(loginPath(address));
  // From the organization's own address.
  const named = address.searchParams.get(organizationParameter);
  if (named) storeTenantId(named);
  const tenant = sessionOf(visitor, storedTenantId())?.tenant;
  if (!tenant || visitor.impersonatedBy) throw redirect(homePath);
  const entry = await api.policies.getEntry({ params: { tenantId: tenant.id } });
  if (entry.refusal === null && entry.factorDueAt === null)
    throw redirect(takeResumePath() ?? homePath);
  const { supportsPasskeys } = await api.factors.getAll();
  const others = visitor.tenants
    .map((membership) => membership.tenant)
    .filter(({ id, suspension }) => id !== tenant.id && suspension === null);
  return { tenant, entry, supportsPasskeys, others };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Skeleton className="h-64 w-full max-w-md" />;
}

type Props = Route.ComponentProps;

/** Leads a person past what keeps their session out of an organization (R-POL-06). */
export default function EntryPage(props: Props) {
  const { refusal } = props.loaderData.entry;
  if (refusal === null || refusal === 'policy.secondFactor') return <FactorStep {...props} />;
  return refusal === 'policy.ssoRequired' ? <SsoStep {...props} /> : <SignInStep {...props} />;
}

function FactorStep({ loaderData }: Props) {
  const { t } = useTranslation();
  const { entry, supportsPasskeys } = loaderData;
  const { organization, refusal, factorDueAt } = entry;
  return (
    <AccountPanel
      title={t('policies.entry.factorTitle')}
      text={t('policies.entry.factorText', { organization })}
    >
      <Enrollment
        supportsPasskeys={supportsPasskeys}
        graceUntil={refusal === null ? factorDueAt : null}
      />
      <WaysOut loaderData={loaderData} />
    </AccountPanel>
  );
}

function SsoStep({ loaderData }: Pick<Props, 'loaderData'>) {
  const { t } = useTranslation();
  const { tenant, entry } = loaderData;
  const { organization } = entry;
  return (
    <AccountPanel
      title={t('policies.entry.ssoTitle')}
      text={t('policies.entry.ssoText', { organization })}
    >
      <Button className="w-full" render={<Link to={`/account/sso/${tenant.id}`} />}>
        {t('policies.entry.sso')}
      </Button>
      <WaysOut loaderData={loaderData} />
    </AccountPanel>
  );
}

function SignInStep({ loaderData }: Pick<Props, 'loaderData'>) {
  const { t } = useTranslation();
  const isEnded = loaderData.entry.refusal === 'policy.sessionEnded';
  return (
    <AccountPanel
      title={t('policies.entry.againTitle')}
      text={t(`errors.policy.${isEnded ? 'sessionEnded' : 'signInMethod'}`)}
    >
      <Button className="w-full" onClick={() => void signOut()}>
        {t('policies.entry.again')}
      </Button>
      <Others others={loaderData.others} />
    </AccountPanel>
  );
}

type Others = Props['loaderData']['others'];

function WaysOut({ loaderData }: Pick<Props, 'loaderData'>) {
  const { t } = useTranslation();
  return (
    <>
      <Others others={loaderData.others} />
      <Button variant="white" className="mt-4 w-full" onClick={() => void signOut()}>
        {t('policies.entry.signOut')}
      </Button>
    </>
  );
}

function Others({ others }: { others: Others }) {
  const { t } = useTranslation();
  if (others.length === 0) return null;
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h2 className="text-sm font-semibold">{t('policies.entry.others')}</h2>
      <ul role="list" className="mt-2 grid gap-1">
        {others.map(({ id, name, icon }) => (
          <li key={id}>
            <Button
              variant="white"
              className="w-full justify-start"
              onClick={() => selectTenant(id)}
            >
              <Avatar shape="square" initials={nameInitials(name)} src={icon} />
              <span className="min-w-0 truncate">{name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
