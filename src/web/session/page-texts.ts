import type { allTexts } from '#locales/translate.ts';

/** Area of the translations, a file each; the server alone uses those of emails and invoices. */
export type TranslationArea = Exclude<keyof (typeof allTexts)['en-US'], 'invoice' | 'mail'>;

/** Area that every page may use, but none shows at first: it is loaded after the page. */
export const lateArea = 'errors' satisfies TranslationArea;

/** Areas that every page may use; the first is in one file with the addresses of the others. */
export const commonAreas: TranslationArea[] = ['common', lateArea];

/** Areas of parts that load their texts with their code. */
export const partAreas: TranslationArea[] = [
  'drafts',
  'notifications',
  'onboarding',
  'policies',
  'provisioning',
  'security',
];

/** Further areas by path prefix. */
const areasByPath: [beginning: RegExp, areas: TranslationArea[]][] = [
  [/^\/($|product|pricing|contact|newsletter|terms|privacy|blog)/, ['site', 'blog']],
  [/^\/($|product|pricing)/, ['account', 'pricing']],
  [/^\/(account|invite|invitation|unsubscribe)/, ['account']],
  [/^\/(account\/acceptance|admin\/legal)/, ['legal']],
  [/^\/account\/suspended/, ['support']],
  [/^\/account\/entry/, ['policies', 'security', 'settings']],
  [/^\/account\/operator/, ['members', 'staff', 'operators']],
  [/^\/account\/sso/, ['sso']],
  [/^\/account\/register/, ['billing', 'pricing']],
  [/^\/(invite|invitation)/, ['billing', 'members']],
  // Parts of the app load it as the path `/onboarding`.
  [/^\/(account\/waiting|invite\/|onboarding)/, ['onboarding']],
  [/^\/provisioning/, ['provisioning']],
  [/^\/account\/waiting/, ['billing', 'pricing', 'settings']],
  [/^\/app/, ['app']],
  [/^\/app\/transactions/, ['lists', 'transactions']],
  [/^\/app\/transactions\/import/, ['imports']],
  [/^\/app\/(resources|settings\/organization\/(audit|data|members))/, ['lists']],
  [/^\/(app|admin)\/resources/, ['resources']],
  [/^\/app\/unauthorized/, ['unauthorized']],
  [/^\/app\/(dashboard\/charts|integrations|transactions2|permissions)/, ['demo']],
  [/^\/app\/(standard|unlimited|enterprise|member|admin)/, ['demo']],
  [/^\/app\/organizations/, ['account', 'billing', 'pricing', 'settings']],
  [/^\/app\/settings\/profile/, ['account', 'members', 'settings']],
  [/^\/(unsubscribe|app\/(notifications|settings\/profile))/, ['notifications']],
  [/^\/app\/settings\/organization\/general/, ['account', 'settings', 'site']],
  [/^\/app\/settings\/organization\/members/, ['account', 'members', 'onboarding']],
  [
    /^\/app\/settings\/organization\/subscription\/?$/,
    [
      'account',
      'billing',
      'cancellation',
      'invoicing',
      'lists',
      'pricing',
      'subscription',
      'support',
    ],
  ],
  [/^\/app\/settings\/organization\/security/, ['policies', 'security']],
  [/^\/app\/settings\/organization\/(api-keys|data|webhooks)/, ['provisioning']],
  [/^\/app\/settings\/organization\/sso/, ['provisioning', 'sso']],
  [/^\/app\/settings\/organization\/subscription\/billing/, ['invoicing', 'subscription']],
  [/^\/admin/, ['admin', 'operators']],
  [/^\/admin\/operators/, ['staff']],
  [/^\/admin\/(?!dashboard\/?$)/, ['lists']],
  [/^\/admin\/dashboard/, ['overview']],
  [/^\/admin\/dashboard\/(trials|retention|failed-invoices)/, ['figures']],
  [/^\/admin\/dashboard\/subscriptions/, ['account', 'pricing']],
  [/^\/admin\/products/, ['account', 'catalogue', 'pricing']],
  [/^\/admin\/(coupons|products|resources)/, ['app']],
  [/^\/admin\/coupons/, ['coupons']],
  [/^\/admin\/announcements/, ['announcements', 'app']],
  [/^\/admin\/tenants/, ['settings', 'site']],
  [/^\/admin\/tenants/, ['support']],
  [/^\/admin\/tenants\/.*\/support/, ['account', 'billing', 'pricing', 'subscription']],
  [/^\/admin\/users/, ['cancellation', 'members', 'support']],
  [/^\/admin\/cancellations/, ['cancellation']],
  [
    /^\/(app\/settings\/organization|admin)\/audit/,
    ['audit', 'cancellation', 'members', 'operators', 'settings', 'site'],
  ],
  [/^\/sandbox/, ['billing', 'sandbox']],
  [/^\/gallery/, ['account', 'app', 'subscription', 'transactions']],
];

/** Further areas of the command palette, which loads them with its code on first use. */
export const paletteAreas = {
  app: ['palette', 'app', 'members', 'notifications'],
  portal: ['palette', 'admin', 'announcements', 'app', 'catalogue', 'coupons', 'resources'],
} satisfies Record<string, TranslationArea[]>;

/** Normalizes a path as routes match it: ignores case and escapes. */
function normalizePath(path: string) {
  try {
    return decodeURI(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

/** Returns the areas that the page at a path uses. */
export function areasForPath(path: string): TranslationArea[] {
  const own = areasByPath.filter(([beginning]) => beginning.test(normalizePath(path)));
  return [...new Set([...commonAreas, ...own.flatMap(([, areas]) => areas)])];
}
