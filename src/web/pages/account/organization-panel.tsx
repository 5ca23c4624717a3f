import type { ComponentProps } from 'react';
import { OrganizationLogo, type Organization } from './organization.tsx';
import { Panel } from './panel.tsx';

interface Props extends ComponentProps<typeof Panel> {
  organization: Organization;
}

/** A form of the account pages that speaks for an organization. */
export function OrganizationPanel({ organization, ...panel }: Props) {
  return (
    <div className="flex w-full max-w-md flex-col gap-6">
      <OrganizationLogo organization={organization} />
      <Panel {...panel} />
    </div>
  );
}
