import { ChevronsUpDown, Plus } from 'lucide-react';
import { Link } from 'react-router';
import type { TenantSummary } from '#contract/membership.ts';
import type { Translate } from '#locales/translation.ts';
import { nameInitials } from '#web/components/initials.ts';
import { planName } from '#web/components/plan-name.ts';
import { useAddressOrganization } from '#web/session/address.ts';
import { switchTenant, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu, MenuItem, MenuSection } from '#web/ui/menu/menu.tsx';

/** Returns the plan and the number of active members, which the switcher shows (R-ORG-01). */
const organizationFacts = (t: Translate, tenant: TenantSummary) =>
  `${planName(t, tenant)} · ${t('app.members', { count: tenant.usersCount })}`;

/** Renders the organization of this tab, the others to switch to, and the entry for a new one. */
export function OrganizationSwitcher() {
  const { t } = useTranslation();
  const { user, tenant } = useSession();
  const isAtAddress = useAddressOrganization() !== null;
  return (
    <Menu
      label={t('app.menu.switchOrganization')}
      className="w-64 max-w-[80vw]"
      trigger={(props) => (
        <button {...props} type="button" className={triggerClass}>
          <OrganizationFacts tenant={tenant} />
          <ChevronsUpDown aria-hidden className="ml-auto size-4 shrink-0 text-muted rail:hidden" />
        </button>
      )}
    >
      {user.tenants.map(({ tenant: each }) => (
        <MenuItem
          key={each.id}
          aria-current={each.id === tenant.id || undefined}
          onClick={() => void switchTenant(user.id, each.id)}
        >
          <OrganizationFacts tenant={each} />
        </MenuItem>
      ))}
      {!isAtAddress && (
        <>
          <MenuSection />
          <MenuItem icon={<Plus aria-hidden />} render={<Link to="/app/organizations/new" />}>
            {t('app.menu.createOrganization')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function OrganizationFacts({ tenant }: { tenant: TenantSummary }) {
  const { t } = useTranslation();
  return (
    <>
      <Avatar shape="square" src={tenant.icon} initials={nameInitials(tenant.name)} />
      <span className="min-w-0">
        <span className="block truncate text-sm font-semibold">{tenant.name}</span>
        <span className="block truncate text-xs font-normal text-muted">
          {organizationFacts(t, tenant)}
        </span>
      </span>
    </>
  );
}

const triggerClass =
  'flex w-full cursor-pointer items-center gap-3 rounded-lg border border-line bg-raised p-2.5 text-left transition-colors hover:border-line-strong ' +
  'rail:justify-center rail:border-0 rail:bg-transparent rail:p-0 rail:*:not-first:sr-only';
