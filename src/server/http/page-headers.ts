import { createHash } from 'node:crypto';
import { permissions } from './headers.ts';
import { reportsPath } from './policy-reports.ts';

const stripe = 'https://js.stripe.com https://*.js.stripe.com';
const google = 'https://accounts.google.com/gsi/';

/** What a page may load beside our own files. */
type Loads = {
  /** Where posts of the blog have pictures, when that is not here. */
  pictures: readonly string[];
  /** Where it may report that it was seen. */
  pageViews: string | null;
  /** Where its forms may send what was typed. */
  forms: readonly (string | null)[];
  /** It asks for a card, and Stripe takes it. */
  takesCards: boolean;
  /** It has Google's button. */
  showsGoogle: boolean;
};

/** A page, beside what its route says of it. */
type PageKind = {
  /** Of its inline scripts; null while developing. */
  hashes: readonly string[] | null;
  loads: Loads;
  /** Visitors reach the product over https. */
  isSecure: boolean;
  /** Its address opens something: no browser keeps the page, no other site learns the address. */
  isSecret: boolean;
};

/**
 * What a page may load: our own files and its own scripts; Stripe's card form where a card is asked for
 * and Google's sign-in where its button is, and nowhere else. Pages with neither make elements of text
 * only by the policies of `web/components/trusted.ts`; the scripts of others would not.
 */
const contentSecurityPolicy = (hashes: readonly string[], { loads, isSecure }: PageKind) => {
  const { pictures, pageViews, forms, takesCards, showsGoogle } = loads;
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
    'frame-src': orNone([...ifCards(stripe, 'https://hooks.stripe.com'), ...ifGoogle(google)]),
    'form-action': ["'self'", ...forms.flatMap(origins)],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    ...(!takesCards && !showsGoogle && trustedTypes),
    'report-uri': [reportsPath],
    // Browsers take an endpoint over https alone, and then ask no `report-uri`.
    ...(isSecure && { 'report-to': ['csp'] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
};

const trustedTypes = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'sanitised'],
};

const origins = (url: string | null) => (url ? [new URL(url).origin] : []);

const orNone = (sources: string[]) => (sources.length > 0 ? sources : ["'none'"]);

/** The headers of every page, beside those of every reply (`headers.ts`). */
export const pageHeaders = (kind: PageKind) => ({
  // While developing scripts come from anywhere.
  'content-security-policy': kind.hashes
    ? contentSecurityPolicy(kind.hashes, kind)
    : "frame-ancestors 'none'",
  ...(kind.hashes && kind.isSecure && { 'reporting-endpoints': `csp="${reportsPath}"` }),
  'cache-control': kind.isSecret ? 'no-store' : 'private, no-cache',
  vary: 'Cookie, Accept-Encoding',
  'referrer-policy': kind.isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin',
  // Google's button signs in by a window of its own.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  ...(kind.loads.takesCards && {
    'permissions-policy': permissions('self "https://js.stripe.com"'),
  }),
});

/** How a policy names an inline script: by what it says. */
export const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * The inline scripts that were rendered with a nonce, as hashes for the policy, and the page without
 * the nonce. A page whose scripts are named by what they say can be sent again, unlike a nonce; and
 * a script that somebody smuggled into the page was not rendered with it.
 */
export const trustScripts = (html: string, nonce: string) => {
  const scripts = html.matchAll(new RegExp(`<script nonce="${nonce}"[^>]*>([^]*?)</script>`, 'g'));
  return {
    html: html.replaceAll(` nonce="${nonce}"`, ''),
    hashes: [...scripts].map(([, script = '']) => hashOf(script)),
  };
};
