import { createHash } from 'node:crypto';
import { permissionsPolicy } from '#server/platform/http/protection/security-headers.ts';
import { reportsPath } from './policy-reports.ts';

const stripe = 'https://js.stripe.com https://*.js.stripe.com';
const google = 'https://accounts.google.com/gsi/';

/** Resources that a page loads from elsewhere. */
type ThirdPartyLoads = {
  /** Origins of pictures in blog posts, if hosted elsewhere. */
  pictures: readonly string[];
  pageViews: string | null;
  forms: readonly (string | null)[];
  takesCards: boolean;
  showsGoogle: boolean;
  /** True where emails of the local mailbox are shown in a frame. */
  framesMail: boolean;
};

/** Kind of a page, besides the headers of its route. */
type PageKind = {
  /** Hashes of its inline scripts; null in development. */
  hashes: readonly string[] | null;
  loads: ThirdPartyLoads;
  isSecure: boolean;
  /** True if its URL contains a secret: the page must not be cached or its URL sent as a referrer. */
  isSecret: boolean;
};

/**
 * Returns the content policy of a page: files of this site and its own scripts; Stripe's card form only
 * where a card is asked for and Google's sign-in only where its button is. Pages with neither require
 * Trusted Types, with the policies of `web/components/trusted-types.ts`, which third-party scripts don't
 * support.
 */
function contentSecurityPolicy(hashes: readonly string[], { loads, isSecure }: PageKind) {
  const { pictures, pageViews, forms, takesCards, showsGoogle, framesMail } = loads;
  const ifCards = (...sources: string[]) => (takesCards ? sources : []);
  const ifGoogle = (...sources: string[]) => (showsGoogle ? sources : []);
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes, ...ifCards(stripe), ...ifGoogle(`${google}client`)],
    'style-src': ["'self'", ...ifGoogle(`${google}style`)],
    'img-src': [
      "'self' data: blob:",
      ...ifGoogle('https://lh3.googleusercontent.com'),
      ...ifCards('https://*.stripe.com'),
      ...new Set(pictures.flatMap(origins)),
    ],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...ifCards('https://api.stripe.com'),
      ...ifGoogle(google),
      ...origins(pageViews),
    ],
    'frame-src': orNone([
      ...(framesMail ? ["'self'"] : []),
      ...ifCards(stripe, 'https://hooks.stripe.com'),
      ...ifGoogle(google),
    ]),
    'form-action': ["'self'", ...forms.flatMap(origins)],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    ...(!takesCards && !showsGoogle && trustedTypes),
    'report-uri': [reportsPath],
    // Browsers accept such an endpoint over https only, and then ignore `report-uri`.
    ...(isSecure && { 'report-to': ['csp'] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

const trustedTypes = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'sanitised'],
};

const origins = (url: string | null) => (url ? [new URL(url).origin] : []);

const orNone = (sources: string[]) => (sources.length > 0 ? sources : ["'none'"]);

/** Returns the headers of a page, in addition to those of every reply (`headers.ts`). */
export const pageHeaders = (kind: PageKind) => ({
  // In development scripts are unrestricted.
  'content-security-policy': kind.hashes
    ? contentSecurityPolicy(kind.hashes, kind)
    : "frame-ancestors 'none'",
  ...(kind.hashes && kind.isSecure && { 'reporting-endpoints': `csp="${reportsPath}"` }),
  'cache-control': kind.isSecret ? 'no-store' : 'private, no-cache',
  vary: 'Cookie, Accept-Encoding, Accept-Language',
  'referrer-policy': kind.isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin',
  // Google's button signs in through a pop-up window.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  ...(kind.loads.takesCards && {
    'permissions-policy': permissionsPolicy('self "https://js.stripe.com"'),
  }),
});

/** Returns the CSP source of an inline script: its hash. */
export const scriptHash = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * Returns the page without the nonce and the hashes of the inline scripts that had it. A page with hashes
 * can be cached; an injected script lacks the nonce and so is not allowed.
 */
export function hashInlineScripts(html: string, nonce: string) {
  const scripts = html.matchAll(new RegExp(`<script nonce="${nonce}"[^>]*>([^]*?)</script>`, 'g'));
  return {
    html: html.replaceAll(` nonce="${nonce}"`, ''),
    hashes: [...scripts].map(([, script = '']) => scriptHash(script)),
  };
}
