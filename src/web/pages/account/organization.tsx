import type { Api } from '#contract/api-client.ts';
import { nameInitials } from '#web/components/initials.ts';
import { applyTheme, toTheme } from '#web/theme/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** Public part of an organization, visible before joining. */
export type PublicOrganization = Awaited<ReturnType<Api['invitations']['get']>>['tenant'];

/** Applies the organization's theme to the document, because dialogs render outside of the page. */
export const applyOrganizationTheme = ({ appTheme: theme, appColor: color }: PublicOrganization) =>
  applyTheme(toTheme({ theme, color }));

/** Renders the logo that fits the background; without a logo, the initials of the name. */
export function OrganizationLogo({ organization }: { organization: PublicOrganization }) {
  const { name, logo, logoDarkmode, appTheme } = organization;
  const onLight = logo || logoDarkmode;
  const onDark = logoDarkmode || logo;
  if (!onLight) return <Avatar shape="square" size="lg" initials={nameInitials(name)} />;
  const { theme } = toTheme({ theme: appTheme });
  return (
    <picture>
      {theme === 'dynamic' && <source srcSet={onDark} media="(prefers-color-scheme: dark)" />}
      <img
        src={theme === 'light' || theme === 'dynamic' ? onLight : onDark}
        alt={name}
        className="h-16 max-w-full object-contain object-left"
      />
    </picture>
  );
}
