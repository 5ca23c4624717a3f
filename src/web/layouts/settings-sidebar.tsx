import { ArrowLeft, Lock } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { usePlanWithTier } from '#web/components/pricing/available-products.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { currentAddress, offeredEntries } from './app-menu.ts';
import { settingsEntries, settingsMenu } from './settings-menu.ts';
import { SidebarEntry, SidebarGroup } from './sidebar.tsx';

/** Renders the entries of the settings by group, for the user's rights in this organization (R-APP-07). */
export function SettingsEntries() {
  const { t } = useTranslation();
  const session = useSession();
  const location = useLocation();
  const current = currentAddress(
    settingsEntries.map(({ to }) => to),
    location,
  );
  return settingsMenu.map(({ text, entries }) => {
    const offered = offeredEntries(session, entries);
    if (offered.length === 0) return null;
    return (
      <SidebarGroup key={text} title={t(text)}>
        {offered.map(({ to, icon: Icon, text, lacksTier, lockedTo, isDocument }) => (
          <SidebarEntry
            key={to}
            to={(lacksTier !== undefined && lockedTo) || to}
            icon={<Icon aria-hidden />}
            label={t(text)}
            isCurrent={to === current}
            isDocument={isDocument}
          >
            {lacksTier !== undefined && <PlanMark tier={lacksTier} />}
          </SidebarEntry>
        ))}
      </SidebarGroup>
    );
  });
}

/** Leads back to the page from which the settings were opened. */
export function BackLink({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <Link to={to} data-level title={t('app.menu.back')} className={backClass}>
      <ArrowLeft aria-hidden className="size-4.5 shrink-0" />
      <span className="truncate rail:sr-only">{t('app.menu.back')}</span>
    </Link>
  );
}

const backClass =
  'inline-flex min-h-9 max-w-full items-center gap-2.5 rounded-md px-2 text-sm font-semibold text-ink transition-colors hover:bg-sunken';

/** Renders the name of the smallest plan with a tier, with a lock. */
function PlanMark({ tier }: { tier: number }) {
  const plan = usePlanWithTier(tier);
  return (
    <span className="ml-auto flex min-w-0 items-center gap-1.5 text-xs rail:hidden">
      <Lock aria-hidden className="size-3.5!" />
      <span className="truncate">{plan}</span>
    </span>
  );
}
