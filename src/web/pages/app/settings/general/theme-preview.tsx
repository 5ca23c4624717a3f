import type { TenantSummary } from '#contract/membership.ts';
import type { Theme } from '#contract/themes.ts';
import { nameInitials } from '#web/components/initials.ts';
import { useTranslation } from '#web/session/translation.ts';
import { themeAttributes } from '#web/theme/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';

type Props = {
  tenant: TenantSummary;
  theme: Theme;
};

const bars = ['h-6', 'h-10', 'h-8', 'h-14', 'h-11', 'h-16'];

/** Renders a non-interactive miniature of the app in the chosen theme. */
export function ThemePreview({ tenant, theme }: Props) {
  const { t } = useTranslation();
  return (
    <figure>
      <figcaption className="mb-2 text-sm font-medium">
        {t('settings.organization.look.preview')}
      </figcaption>
      <div
        {...themeAttributes(theme)}
        aria-hidden
        className="flex overflow-hidden rounded-lg border border-line text-sm select-none"
      >
        <div className="flex w-2/5 max-w-44 flex-col gap-1 border-r border-line bg-surface p-3">
          <div className="mb-2 flex items-center gap-2">
            <Avatar
              size="sm"
              shape="square"
              src={tenant.icon}
              initials={nameInitials(tenant.name)}
            />
            <span className="truncate font-semibold">{tenant.name}</span>
          </div>
          <span className="truncate rounded-md bg-accent-soft px-2 py-1.5 font-medium text-accent-ink">
            {t('app.menu.dashboard')}
          </span>
          <span className="truncate px-2 py-1.5 text-muted">{t('app.menu.transactions')}</span>
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3 p-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="text-base font-semibold">{t('app.dashboard.title')}</span>
            <span className={buttonClass('primary', 'sm')}>
              {t('app.dashboard.newTransaction')}
            </span>
          </div>
          <div className="flex flex-1 flex-col justify-between gap-3 rounded-lg border border-line bg-surface p-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-muted">{t('app.dashboard.period.thisMonth')}</span>
              <Badge tone="success">+12%</Badge>
            </div>
            <div className="flex items-end gap-2">
              {bars.map((height) => (
                <span key={height} className={`flex-1 rounded-t-sm bg-chart-1 ${height}`} />
              ))}
            </div>
          </div>
        </div>
      </div>
    </figure>
  );
}
