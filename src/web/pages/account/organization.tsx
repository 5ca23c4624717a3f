import type { PublicOrganization } from '#contract/membership.ts';
import { nameInitials } from '#web/components/initials.ts';
import { applyTheme, toTheme } from '#web/theme/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { OrganizationPicture } from './organization-picture.tsx';

/** Applies the organization's theme to the document, because dialogs render outside of the page. */
export const applyOrganizationTheme = ({ appTheme: theme, appColor: color }: PublicOrganization) =>
  applyTheme(toTheme({ theme, color }));

/** Renders the logo of an organization; without one, the initials of its name. */
export function OrganizationLogo({ organization }: { organization: PublicOrganization }) {
  const { name, logo, logoDarkmode } = organization;
  return logo || logoDarkmode ? (
    <OrganizationPicture organization={organization} />
  ) : (
    <Avatar shape="square" size="lg" initials={nameInitials(name)} />
  );
}
