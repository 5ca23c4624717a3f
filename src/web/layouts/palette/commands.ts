import {
  ArrowLeftRight,
  CopyPlus,
  Keyboard,
  Languages,
  LogOut,
  Moon,
  Plus,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { useLocation } from 'react-router';
import { MemberStatus } from '#contract/statuses.ts';
import { languageNames, locales } from '#locales/locales.ts';
import { useChangeLanguage } from '#web/components/use-change-language.ts';
import { preferLight, useIsLight } from '#web/layouts/app-theme.ts';
import { signOut, switchTenant, useSession, type UserSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { copyPath, creationsFor } from './creations.ts';
import { isPortal, pagesFor, settingsFor } from './pages.ts';
import { recentIds } from './recent.ts';
import { goKey } from './shortcut-list.ts';
import { showShortcuts } from './show-shortcuts.tsx';

/** Entry of the palette: opens a page, or runs something. */
export type Command = {
  id: string;
  icon: LucideIcon;
  label: string;
  /** Language of the label, if it isn't the page's. */
  lang?: string;
  detail?: string | undefined;
  keys?: readonly string[] | undefined;
  /** Is shown by a search only. */
  isSearched?: true;
  /** Opens a found record, which is not among the recent entries. */
  isRecord?: true;
} & ({ to: string } | { run: () => unknown });
export type CommandGroup = { value: string; label: string; items: Command[] };

/** Puts the commands that were run last into a group of their own, before the others. */
function withRecent(label: string, groups: CommandGroup[]): CommandGroup[] {
  const all = groups.flatMap(({ items }) => items);
  const recent = recentIds().flatMap((id) => all.find((command) => command.id === id) ?? []);
  return [
    { value: 'recent', label, items: recent },
    ...groups.map((group) => ({
      ...group,
      items: group.items.filter((command) => !recent.includes(command)),
    })),
  ].filter(({ items }) => items.length > 0);
}

/** Returns the commands that the user may run here, by group. */
export function useCommands(): CommandGroup[] {
  const { t, isKey } = useTranslation();
  const { pathname } = useLocation();
  const session = useSession();
  const settings = useSettings(session, isPortal(pathname));
  const creations = creationsFor(session, isPortal(pathname));
  const copy = copyPath(creations, pathname);
  const preferences = usePreferences(isPortal(pathname));
  return withRecent(t('palette.group.recent'), [
    {
      value: 'record',
      label: t('palette.group.record'),
      items: copy ? [{ id: 'copy', icon: CopyPlus, label: t('palette.duplicate'), to: copy }] : [],
    },
    {
      value: 'create',
      label: t('palette.group.create'),
      items: creations.map(({ list, text }) => ({
        id: `create ${list}`,
        icon: Plus,
        label: t(text),
        keys: pathname === list ? ['C'] : undefined,
        to: `${list}/new`,
      })),
    },
    {
      value: 'pages',
      label: t('palette.group.pages'),
      items: pagesFor(session, isPortal(pathname))
        // Without a network, those of other frames may have no text.
        .filter(({ text }) => isKey(text))
        .map(({ to, icon, text, key, isDocument }) => ({
          id: to,
          icon,
          label: t(text),
          keys: key ? [goKey, key.toUpperCase()] : undefined,
          ...opening(to, isDocument),
        })),
    },
    {
      value: 'organizations',
      label: t('app.menu.switchOrganization'),
      items: otherOrganizations(session),
    },
    ...preferences,
    // Last: commands come before settings that match as well.
    settings,
  ]);
}

/** Returns how a command opens an address: within the app, or as a document of its own. */
const opening = (to: string, isDocument = false) =>
  isDocument ? { run: () => window.location.assign(to) } : { to };

/** Returns the commands of single settings, which a search finds. */
function useSettings(session: UserSession, portal: boolean): CommandGroup {
  const { t, isKey } = useTranslation();
  const items = settingsFor(session, portal)
    .filter(({ text }) => isKey(text))
    .map(({ to, icon, text, page, isDocument }) => ({
      id: `setting ${to}`,
      icon,
      label: t(text),
      detail: t(page),
      ...opening(to, isDocument),
      isSearched: true as const,
    }));
  return { value: 'settings', label: t('app.menu.settings'), items };
}

const otherOrganizations = ({ user, tenant: current }: UserSession): Command[] =>
  user.tenants
    .filter(({ status, tenant }) => status === MemberStatus.Active && tenant.id !== current.id)
    .map(({ tenant: { id, name } }) => ({
      id,
      icon: ArrowLeftRight,
      label: name,
      run: () => switchTenant(user.id, id),
    }));

/** Returns the commands of the languages and of the account. */
function usePreferences(portal: boolean): CommandGroup[] {
  const { t, locale: shown } = useTranslation();
  const { tenant } = useSession();
  const light = useIsLight();
  const changeLanguage = useChangeLanguage();
  const languages = locales
    .filter((locale) => locale !== shown)
    .map((locale) => ({
      id: locale,
      icon: Languages,
      label: languageNames[locale],
      lang: locale,
      run: () => changeLanguage(locale),
    }));
  const theme = {
    id: 'theme',
    icon: light ? Moon : Sun,
    label: light ? t('common.theme.toDark') : t('common.theme.toLight'),
    run: () => preferLight(tenant, !light),
  };
  const account = [
    {
      id: 'shortcuts',
      icon: Keyboard,
      label: t('palette.shortcuts.title'),
      keys: ['?'],
      run: showShortcuts,
    },
    { id: 'sign out', icon: LogOut, label: t('common.menu.signOut'), run: signOut },
  ];
  return [
    { value: 'language', label: t('common.language.label'), items: languages },
    // The pages of the portal have a fixed theme.
    {
      value: 'account',
      label: t('palette.group.account'),
      items: portal ? account : [theme, ...account],
    },
  ];
}
