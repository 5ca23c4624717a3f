import { CreditCard, LayoutDashboard, Lock, ReceiptText, UserRound, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { Role, roleAllows, tierAllows } from '#contract/access.ts';
import { transactionsTier } from '#contract/transactions.ts';
import { Brand } from '#web/components/brand.tsx';
import { nameInitials } from '#web/components/initials.ts';
import { useSession } from '#web/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { AppUserMenu } from './app-user-menu.tsx';

export const sidebarId = 'app-menu';

/** On a phone it is a popover of the browser, so that opening it needs no script of ours. */
export function AppSidebar() {
  const { t } = useTranslation();
  const { role, tier } = useSession();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the links are the controls
    <nav
      id={sidebarId}
      popover="auto"
      aria-label={t('app.menu.label')}
      onClick={close}
      className={navClass}
    >
      <div className="flex items-center justify-between">
        <Brand to="/app/dashboard" />
        <IconButton
          label={t('app.menu.close')}
          popoverTarget={sidebarId}
          popoverTargetAction="hide"
          className="lg:hidden"
        >
          <X aria-hidden />
        </IconButton>
      </div>
      <Organization />
      <ul role="list" className="flex flex-1 flex-col gap-0.5 overflow-y-auto">
        <Entry to="/app/dashboard" icon={<LayoutDashboard aria-hidden />}>
          {t('app.menu.dashboard')}
        </Entry>
        <Entry to="/app/transactions" icon={<ReceiptText aria-hidden />}>
          {t('app.menu.transactions')}
          {!tierAllows(tier, transactionsTier) && (
            <Lock aria-hidden className="ml-auto size-3.5!" />
          )}
        </Entry>
        <li className="px-3 pt-6 pb-1.5 text-xs font-medium text-muted">
          {t('app.menu.settings')}
        </li>
        <Entry to="/app/settings/profile" icon={<UserRound aria-hidden />}>
          {t('app.menu.profile')}
        </Entry>
        {roleAllows(role, Role.Admin) && (
          <Entry to="/app/settings/organization/subscription" icon={<CreditCard aria-hidden />}>
            {t('app.menu.subscription')}
          </Entry>
        )}
      </ul>
      <AppUserMenu />
    </nav>
  );
}

/** Following a link closes the drawer. */
const close = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
  if (target instanceof Element && target.closest('a')) currentTarget.hidePopover();
};

function Organization() {
  const { t } = useTranslation();
  const { tenant, product } = useSession();
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line bg-raised p-2.5">
      <Avatar shape="square" src={tenant.icon} initials={nameInitials(tenant.name)} />
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold">{tenant.name}</p>
        <p className="truncate text-xs text-muted">
          {product ? t('app.planOf', { plan: product.subscriptionProduct.title }) : t('app.noPlan')}
          {' · '}
          {t('app.members', { count: tenant.usersCount })}
        </p>
      </div>
    </div>
  );
}

function Entry({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <NavLink to={to} className={entryClass}>
        {icon}
        {children}
      </NavLink>
    </li>
  );
}

const navClass =
  'm-0 h-dvh max-h-none w-72 max-w-[85vw] flex-col gap-5 border-0 border-r border-line bg-surface px-4 py-5 text-ink ' +
  '-translate-x-full transition-[translate,display,overlay] duration-200 ease-out transition-discrete ' +
  'backdrop:bg-backdrop open:flex open:translate-x-0 starting:open:-translate-x-full ' +
  'lg:sticky lg:top-0 lg:flex lg:w-auto lg:max-w-none lg:translate-x-0';

const entryClass =
  'flex min-h-10 items-center gap-3 rounded-md px-3 text-sm font-medium text-muted transition-colors ' +
  'hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink ' +
  '[&_svg]:size-4.5 [&_svg]:shrink-0';
