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
  UserLock,
  UserRound,
  UsersRound,
  Waypoints,
  Webhook,
} from 'lucide-react';
import { identityTier, Role, UserType } from '#contract/access.ts';
import type { TextKey } from '#locales/translation.ts';
import type { UserSession } from '#web/session/session.ts';
import type { ThirdParty } from '#web/session/third-party-scripts.ts';
import type { MenuEntry } from './app-menu.ts';

/**
 * Field or section of a page that the palette opens: `at` is its name or id. The page hides it where `isUseful` returns
 * false.
 */
type Setting = { at: string } & Pick<MenuEntry, 'text' | 'needs' | 'isUseful'>;

export type SettingsEntry = MenuEntry & {
  settings?: Setting[];
  /** Third party whose scripts the page loads, where it is configured. */
  loads?: ThirdParty;
  /** The page is a document of its own, outside the app. */
  isDocument?: true;
};

type SettingsGroup = { text: TextKey; entries: SettingsEntry[] };

/** Returns true unless an operator acts as the person. */
const isInPerson = ({ user }: UserSession) => !user.impersonatedBy;
/** Returns false for the operator's own organization, which has no subscription. */
const isCustomer = ({ isOperators }: UserSession) => !isOperators;
const isNoOperator = ({ user }: UserSession) => user.type !== UserType.Admin;

const usefulIf = (isUseful: (session: UserSession) => boolean, settings: Setting[]): Setting[] =>
  settings.map((setting) => ({ ...setting, isUseful }));

const profile = '/app/settings/profile';
const organization = '/app/settings/organization';

const you: SettingsEntry[] = [
  {
    to: profile,
    icon: UserRound,
    text: 'common.menu.profile',
    key: 'p',
    settings: [
      { at: 'firstName', text: 'account.field.firstName' },
      { at: 'phone', text: 'account.field.phone' },
      {
        at: 'email',
        text: 'settings.profile.email.change',
        isUseful: (session) => isInPerson(session) && isNoOperator(session),
      },
      { at: 'organizations', text: 'settings.profile.organizations.title' },
      { at: 'language', text: 'common.language.label' },
      { at: 'background', text: 'settings.organization.look.title' },
    ],
  },
  {
    to: `${profile}/security`,
    icon: Fingerprint,
    text: 'settings.profile.signIn.title',
    settings: [
      { at: 'security', text: 'settings.profile.security.submit' },
      { at: 'factors', text: 'settings.profile.factors.title', isUseful: isInPerson },
      { at: 'sessions', text: 'settings.profile.sessions.title' },
    ],
  },
  { to: `${profile}/notifications`, icon: BellRing, text: 'notifications.title' },
  {
    to: `${profile}/privacy`,
    icon: UserLock,
    text: 'settings.profile.privacy.title',
    settings: [
      { at: 'data', text: 'settings.profile.data.submit', isUseful: isInPerson },
      { at: 'danger', text: 'settings.profile.danger.submit', isUseful: isNoOperator },
    ],
  },
];

const ofOrganization: SettingsEntry[] = [
  {
    to: `${organization}/general`,
    icon: Settings2,
    text: 'settings.organization.details.title',
    needs: { role: Role.Owner },
    key: 'o',
    settings: [
      { at: 'name', text: 'settings.menu.name' },
      { at: 'subdomain', text: 'settings.organization.details.subdomain' },
      { at: 'currency', text: 'settings.organization.details.currency' },
      {
        at: 'address',
        text: 'settings.organization.address.domain',
        needs: { tier: identityTier },
        isUseful: isCustomer,
      },
      { at: 'look', text: 'settings.organization.look.title' },
      { at: 'pictures', text: 'settings.menu.logo' },
      { at: 'danger', text: 'settings.organization.danger.submit', isUseful: isCustomer },
    ],
  },
  {
    to: `${organization}/members`,
    icon: UsersRound,
    text: 'app.menu.members',
    needs: { role: Role.Member },
    key: 'm',
    settings: [{ at: 'join-link', text: 'members.link.title', needs: { role: Role.Admin } }],
  },
  {
    to: `${organization}/data`,
    icon: FolderDown,
    text: 'settings.menu.data',
    needs: { role: Role.Owner },
    settings: [
      { at: 'export', text: 'provisioning.archives.export' },
      { at: 'import', text: 'settings.menu.import' },
    ],
  },
];

const plan: SettingsEntry[] = [
  {
    to: `${organization}/subscription`,
    icon: CreditCard,
    text: 'app.menu.subscription',
    needs: { role: Role.Admin },
    key: 's',
    loads: 'stripe',
    settings: usefulIf(isCustomer, [
      { at: 'plan', text: 'subscription.current' },
      { at: 'usage', text: 'subscription.usage.title' },
      { at: 'payment', text: 'billing.payment.title' },
      { at: 'invoices', text: 'subscription.invoices' },
    ]),
  },
  {
    to: `${organization}/subscription/billing`,
    icon: ReceiptText,
    text: 'invoicing.title',
    needs: { role: Role.Admin },
    settings: usefulIf(isCustomer, [
      { at: 'legalName', text: 'invoicing.name' },
      { at: 'line1', text: 'settings.menu.address' },
      { at: 'tax-ids', text: 'invoicing.taxIds' },
      { at: 'purchaseOrder', text: 'invoicing.purchaseOrder' },
      { at: 'invoiceEmails', text: 'settings.menu.invoiceEmails' },
    ]),
  },
];

const security: SettingsEntry[] = [
  {
    to: `${organization}/security`,
    icon: ShieldCheck,
    text: 'policies.form.title',
    needs: { role: Role.Owner },
    settings: [
      ...usefulIf(isInPerson, [
        { at: 'requiresFactor', text: 'policies.factor.require' },
        { at: 'methods', text: 'policies.methods.title' },
        { at: 'sessionHours', text: 'policies.sessions.session' },
        { at: 'idleHours', text: 'policies.sessions.idle' },
        { at: 'domains', text: 'policies.members.domains' },
      ]),
      { at: 'provisioning', text: 'provisioning.title', needs: { tier: identityTier } },
    ],
  },
  {
    to: `${organization}/sso`,
    icon: Waypoints,
    text: 'sso.title',
    needs: { role: Role.Owner, tier: identityTier },
    lockedTo: `${organization}/security#sso`,
    settings: [
      { at: 'domain', text: 'sso.domains.title' },
      { at: 'connection', text: 'sso.connection.title' },
    ],
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
