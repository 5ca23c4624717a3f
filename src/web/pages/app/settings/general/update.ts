import { useTranslation } from 'react-i18next';
import type { TenantSummary } from '#contract/membership.ts';
import { showAppTheme } from '#web/layouts/app-theme.ts';
import { showTenant } from '#web/session/session.ts';
import { toTheme } from '#web/theme/theme.ts';
import { toast } from '#web/ui/toaster.tsx';

/** The settings as one call sends them; each form changes its own and leaves the others. */
export const settingsOf = ({ name, subdomain, domain, appTheme, appColor }: TenantSummary) => {
  const { theme, color } = toTheme({ theme: appTheme, color: appColor });
  return { name, subdomain, domain, appTheme: theme, appColor: color };
};

/** Shows the organization as it was stored, everywhere at once, and says so. */
export const useShowUpdated = () => {
  const { t } = useTranslation();
  return (tenant: TenantSummary) => {
    showTenant(tenant);
    showAppTheme(tenant);
    void toast({ tone: 'success', title: t('settings.organization.updated') });
  };
};
