import type { ComponentProps } from 'react';
import type { PublicOrganization } from '#contract/membership.ts';
import { OrganizationLogo } from './organization.tsx';
import { AccountPanel } from './panel.tsx';

type Props = {
  organization: PublicOrganization;
} & ComponentProps<typeof AccountPanel>;

/** Renders an account form under the logo of an organization. */
export function OrganizationPanel({ organization, ...panel }: Props) {
  return (
    <div className="flex w-full max-w-md flex-col gap-6">
      <OrganizationLogo organization={organization} />
      <AccountPanel {...panel} />
    </div>
  );
}
