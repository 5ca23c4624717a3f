import type { TenantSummary } from '#contract/membership.ts';
import { applyAppTheme } from '#web/layouts/app-theme.ts';
import { cacheTenant } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toTheme } from '#web/theme/theme.ts';
import { toast } from '#web/ui/toaster.tsx';

/**
 * Returns all settings that the update call requires; each form changes its own and sends the rest
 * as they are.
 */
export function organizationSettings({
  name,
  subdomain,
  domain,
  appTheme,
  appColor,
}: TenantSummary) {
  const { theme, color } = toTheme({ theme: appTheme, color: appColor });
  return { name, subdomain, domain, appTheme: theme, appColor: color };
}

/**
 * Returns a function that applies the saved organization to the session and the theme, and confirms
 * it.
 */
export function useApplySettings() {
  const { t } = useTranslation();
  return (tenant: TenantSummary) => {
    cacheTenant(tenant);
    applyAppTheme(tenant);
    void toast({ tone: 'success', title: t('settings.organization.updated') });
  };
}
