import type { ComponentProps } from 'react';
import { OrganizationLogo, type Organization } from './organization.tsx';
import { Panel } from './panel.tsx';

interface Props extends ComponentProps<typeof Panel> {
  organization: Organization;
}

/** Renders an account form under the logo of an organization. */
export function OrganizationPanel({ organization, ...panel }: Props) {
  return (
    <div className="flex w-full max-w-md flex-col gap-6">
      <OrganizationLogo organization={organization} />
      <Panel {...panel} />
    </div>
  );
}
