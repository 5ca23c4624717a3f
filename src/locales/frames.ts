import { normalizePath } from '#contract/calls/address-paths.ts';
import type { enUS } from './en-US.ts';

/** Texts of a language that screens use; only the server uses those of emails and invoices. */
export type TextArea = Exclude<keyof typeof enUS, 'invoice' | 'mail'>;

const everywhere = ['common', 'errors', 'security'] as const;
const shell = [
  ...everywhere,
  ...(['app', 'drafts', 'lists', 'notifications', 'palette', 'resources'] as const),
  // One area for each entity of organizations.
  'entities/*',
] as const;
const signUp = ['account', 'billing', 'pricing'] as const;
const organization = [
  ...(['audit', 'cancellation', 'legal', 'members', 'operators', 'settings', 'site'] as const),
  ...(['staff', 'subscription', 'support'] as const),
] as const;

/**
 * The frames of pages, with the texts that a browser loads for all pages of one: a file per language. An area may be
 * in several. `settings` has what few visits need, and so is for pages of accounts that few people see, too.
 */
export const frames = {
  site: [...everywhere, ...signUp, 'blog', 'evidence', 'site'],
  account: [...everywhere, ...signUp],
  app: [...shell, 'demo', 'onboarding', 'policies'],
  settings: [
    ...shell,
    ...signUp,
    ...organization,
    ...(['imports', 'integrations', 'invoicing', 'onboarding', 'policies'] as const),
    ...(['provisioning', 'sso', 'unauthorized'] as const),
  ],
  portal: [
    ...shell,
    ...signUp,
    ...organization,
    ...(['admin', 'announcements', 'catalogue', 'coupons', 'figures', 'overview'] as const),
  ],
  sandbox: [...everywhere, 'billing', 'sandbox'],
  // Parts that load later: the figures of the dashboard, and the page of a record.
  results: ['results', 'comments'],
} satisfies Record<string, (TextArea | 'entities/*')[]>;

export type Frame = keyof typeof frames;

const framesByPath: [RegExp, Frame][] = [
  [/^\/app\/(settings|organizations|transactions\/import|unauthorized)\b/, 'settings'],
  [/^\/app\/integrations\/?$/, 'settings'],
  [/^\/account\/(acceptance|entry|operator|sso|suspended|waiting)\b/, 'settings'],
  [/^\/(gallery|invitation|invite|pay|unsubscribe)\b/, 'settings'],
  [/^\/account\b/, 'account'],
  [/^\/app\b/, 'app'],
  [/^\/admin\b/, 'portal'],
  [/^\/sandbox\b/, 'sandbox'],
];

/** Returns the frame of the page at a path. */
export const frameAt = (path: string): Frame =>
  framesByPath.find(([beginning]) => beginning.test(normalizePath(path)))?.[1] ?? 'site';
