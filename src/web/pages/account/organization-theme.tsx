import { Outlet, useMatches } from 'react-router';
import { themeAttributes, toTheme } from '#web/theme/theme.ts';
import type { Organization } from './organization.tsx';

/** What the page below knows of the organization; nothing when its link leads nowhere. */
const useOrganization = () =>
  useMatches()
    .map(({ loaderData }) => loaderData as { organization?: Organization | null } | undefined)
    .findLast((data) => data?.organization)?.organization;

/** Whoever is invited sees the theme and the colour of the organization, from the first moment. */
export default function OrganizationTheme() {
  const organization = useOrganization();
  if (!organization) return <Outlet />;
  const { appTheme: theme, appColor: color } = organization;
  return (
    <div {...themeAttributes(toTheme({ theme, color }))}>
      <Outlet />
    </div>
  );
}
