import {
  ChevronsUpDown,
  Languages,
  LogOut,
  Moon,
  Settings2,
  ShieldCheck,
  Sun,
  UserRound,
} from 'lucide-react';
import { Link } from 'react-router';
import { Role, roleAllows, UserType } from '#contract/access.ts';
import { personName, initialsOf } from '#web/components/initials.ts';
import { LanguageItems } from '#web/components/language-menu.tsx';
import { roleName } from '#web/components/role-name.ts';
import { signOut, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu, MenuGroup, MenuItem, MenuSection } from '#web/ui/menu/menu.tsx';
import { preferLight, useIsLight } from './app-theme.ts';

/**
 * Renders the user menu: name, language, light or dark, signing out. The operator's pages have a
 * fixed theme.
 */
export function AppUserMenu({ portal = false }: { portal?: boolean }) {
  const { t } = useTranslation();
  const { user, tenant, role } = useSession();
  const light = useIsLight();
  return (
    <Menu
      label={t('common.menu.account')}
      className="w-60 max-h-[min(26rem,80dvh)]"
      trigger={(props) => (
        <button {...props} type="button" className={triggerClass}>
          <Avatar initials={initialsOf(user)} src={user.avatar} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-semibold">{personName(user)}</span>
            <span className="block truncate text-xs text-muted">
              {portal ? t('common.userType.admin') : roleName(t, role)}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      )}
    >
      <MenuSection>{user.email}</MenuSection>
      <MenuItem icon={<UserRound aria-hidden />} render={<Link to="/app/settings/profile" />}>
        {t('common.menu.profile')}
      </MenuItem>
      {roleAllows(role, Role.Owner) && (
        <MenuItem
          icon={<Settings2 aria-hidden />}
          render={<Link to="/app/settings/organization" />}
        >
          {t('common.menu.organization')}
        </MenuItem>
      )}
      {user.type === UserType.Admin && (
        <MenuItem icon={<ShieldCheck aria-hidden />} render={<Link to="/admin/dashboard" />}>
          {t('common.menu.toAdmin')}
        </MenuItem>
      )}
      {!portal && (
        <MenuItem
          icon={light ? <Moon aria-hidden /> : <Sun aria-hidden />}
          onClick={() => preferLight(tenant, !light)}
        >
          {light ? t('common.theme.toDark') : t('common.theme.toLight')}
        </MenuItem>
      )}
      <MenuGroup icon={<Languages aria-hidden />} label={t('common.language.label')}>
        <LanguageItems />
      </MenuGroup>
      <MenuSection />
      <MenuItem icon={<LogOut aria-hidden />} onClick={() => void signOut()}>
        {t('common.menu.signOut')}
      </MenuItem>
    </Menu>
  );
}

const triggerClass =
  'flex w-full cursor-pointer items-center gap-3 rounded-lg p-2 text-left transition-colors hover:bg-sunken ' +
  'rail:justify-center rail:p-0 rail:*:not-first:sr-only';
