import { Outlet, useMatches } from 'react-router';
import type { PublicOrganization } from '#contract/membership.ts';
import { themeAttributes, toTheme } from '#web/theme/theme.ts';

/** Returns the organization that the page below loaded; undefined when its link is invalid. */
const useOrganization = () =>
  useMatches()
    .map(({ loaderData }) => loaderData as { organization?: PublicOrganization | null } | undefined)
    .findLast((data) => data?.organization)?.organization;

/**
 * Renders invitation pages in the theme and color of the organization from the first paint
 * (R-MEM-08).
 */
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
