import type { PublicOrganization } from '#contract/membership.ts';
import { toTheme } from '#web/theme/theme.ts';

/** Renders the logo that fits the background of the organization's theme; nothing without a logo. */
export function OrganizationPicture({ organization }: { organization: PublicOrganization }) {
  const { name, logo, logoDarkmode, appTheme } = organization;
  const onLight = logo || logoDarkmode;
  const onDark = logoDarkmode || logo;
  if (!onLight) return null;
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
