import type { ReactNode } from 'react';
import type { AddressOrganization } from '#contract/membership.ts';
import { nameInitials } from '#web/components/initials.ts';
import { OrganizationPicture } from '#web/pages/account/organization-picture.tsx';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';

type Props = {
  organization: AddressOrganization;
  children: ReactNode;
};

/** Renders the sign-in form under the logo of an organization, at its own address (R-ADR-01). */
export function AddressPanel({ organization, children }: Props) {
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
          className="inline-flex size-16 items-center justify-center rounded-md bg-accent-soft text-lg font-semibold text-accent-ink"
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
