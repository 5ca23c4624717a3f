import {
  BellRing,
  BookOpen,
  CreditCard,
  Fingerprint,
  FolderDown,
  KeyRound,
  ReceiptText,
  ScrollText,
  Settings2,
  ShieldCheck,
  UserRound,
  UsersRound,
  Waypoints,
  Webhook,
} from 'lucide-react';
import { identityTier, Role } from '#contract/access.ts';
import type { TextKey } from '#locales/translation.ts';
import type { MenuEntry } from './app-menu.ts';

export type SettingsEntry = MenuEntry & {
  /** The page is a document of its own, outside the app. */
  isDocument?: true;
};

type SettingsGroup = { text: TextKey; entries: SettingsEntry[] };

const profile = '/app/settings/profile';
const organization = '/app/settings/organization';

const you: SettingsEntry[] = [
  {
    to: profile,
    icon: UserRound,
    text: 'common.menu.profile',
    key: 'p',
  },
  {
    to: `${profile}#security`,
    icon: Fingerprint,
    text: 'settings.profile.factors.title',
  },
  { to: `${profile}#notifications`, icon: BellRing, text: 'notifications.title' },
];

const ofOrganization: SettingsEntry[] = [
  {
    to: `${organization}/general`,
    icon: Settings2,
    text: 'settings.organization.details.title',
    needs: { role: Role.Owner },
    key: 'o',
  },
  {
    to: `${organization}/members`,
    icon: UsersRound,
    text: 'app.menu.members',
    needs: { role: Role.Member },
    key: 'm',
  },
  {
    to: `${organization}/data`,
    icon: FolderDown,
    text: 'settings.menu.data',
    needs: { role: Role.Owner },
  },
];

const plan: SettingsEntry[] = [
  {
    to: `${organization}/subscription`,
    icon: CreditCard,
    text: 'app.menu.subscription',
    needs: { role: Role.Admin },
    key: 's',
  },
  {
    to: `${organization}/subscription/billing`,
    icon: ReceiptText,
    text: 'invoicing.title',
    needs: { role: Role.Admin },
  },
];

const security: SettingsEntry[] = [
  {
    to: `${organization}/security`,
    icon: ShieldCheck,
    text: 'policies.form.title',
    needs: { role: Role.Owner },
  },
  {
    to: `${organization}/sso`,
    icon: Waypoints,
    text: 'sso.title',
    needs: { role: Role.Owner, tier: identityTier },
    lockedTo: `${organization}/security#sso`,
  },
  {
    to: `${organization}/audit`,
    icon: ScrollText,
    text: 'settings.menu.audit',
    needs: { role: Role.Admin },
    key: 'a',
  },
];

const developers: SettingsEntry[] = [
  {
    to: `${organization}/api-keys`,
    icon: KeyRound,
    text: 'settings.menu.apiKeys',
    needs: { role: Role.Admin },
  },
  {
    to: `${organization}/webhooks`,
    icon: Webhook,
    text: 'settings.menu.webhooks',
    needs: { role: Role.Admin },
  },
  {
    to: '/api/docs',
    icon: BookOpen,
    text: 'provisioning.keys.reference',
    needs: { role: Role.Admin },
    isDocument: true,
  },
];

/** The second level of the navigation (R-APP-07). */
export const settingsMenu: SettingsGroup[] = [
  { text: 'settings.menu.you', entries: you },
  { text: 'common.menu.organization', entries: ofOrganization },
  { text: 'settings.menu.plan', entries: plan },
  { text: 'settings.menu.security', entries: security },
  { text: 'settings.menu.developers', entries: developers },
];

export const settingsEntries = settingsMenu.flatMap(({ entries }) => entries);
