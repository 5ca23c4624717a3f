import { useSyncExternalStore, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { AddressOrganization } from '#contract/membership.ts';
import { hasSessionEnded } from '#web/api/credentials.ts';
import { nameInitials } from '#web/components/initials.ts';
import { OrganizationPicture } from '#web/pages/account/organization-picture.tsx';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { useAddressOrganization } from '#web/session/address.ts';
import { readNotice } from '#web/session/notice.ts';
import { storeResumePath } from '#web/session/resume.ts';
import { requireOwnDocument, thirdPartyHeaders } from '#web/session/third-party-scripts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { Route } from './+types/index.ts';
import { LoginForm } from './form.tsx';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwnDocument('google')];

export const headers = thirdPartyHeaders('google');

/** Signs in, then opens the remembered page or the dashboard (R-ACC-04). */
export default function LoginPage() {
  const { t } = useTranslation();
  const organization = useAddressOrganization();
  const [query] = useSearchParams();
  const notice = useSyncExternalStore(subscribeToNothing, readNotice, () => null);
  const hasEnded = useSyncExternalStore(subscribeToNothing, hasSessionEnded, () => false);
  // Remembers the requested page while the visitor resets a password or registers first.
  const leave = () => storeResumePath(query.get('redirect'));
  const form = (
    <>
      {notice && (
        <Banner tone="info" className="mb-5">
          {t(`common.notice.${notice}`)}
        </Banner>
      )}
      {hasEnded && !notice && (
        <Banner tone="info" className="mb-5" title={t('common.signedOut.title')}>
          {t('common.signedOut.resume')}
        </Banner>
      )}
      <LoginForm
        email={query.get('e')}
        redirect={query.get('redirect')}
        organization={organization}
        onLeave={leave}
      />
    </>
  );
  if (organization) {
    return <AddressPanel organization={organization}>{form}</AddressPanel>;
  }
  return (
    <AccountPanel
      title={t('account.login.title')}
      referrer="strict-origin"
      footer={
        <>
          {t('account.login.noAccount')}{' '}
          <Link to="/account/register" onClick={leave} className={textLinkClass}>
            {t('account.login.register')}
          </Link>
        </>
      }
    >
      {form}
    </AccountPanel>
  );
}

const subscribeToNothing = () => () => undefined;

type Props = {
  organization: AddressOrganization;
  children: ReactNode;
};

/** Renders the sign-in form under the logo of an organization, at its own address (R-ADR-01). */
function AddressPanel({ organization, children }: Props) {
  const { t } = useTranslation();
  const { name, logo, logoDarkmode } = organization;
  return (
    <div className="flex w-full max-w-md flex-col gap-6">
      {logo || logoDarkmode ? (
        <OrganizationPicture organization={organization} />
      ) : (
        // The component for initials would load the scripts of the app.
        <span
          aria-hidden
          className="inline-flex size-16 items-center justify-center rounded-md bg-sunken text-lg font-semibold text-ink"
        >
          {nameInitials(name)}
        </span>
      )}
      <AccountPanel title={t('account.login.titleAt', { organization: name })}>
        {children}
      </AccountPanel>
    </div>
  );
}
