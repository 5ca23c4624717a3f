import { createHash } from 'node:crypto';

const stripe = 'https://js.stripe.com https://*.js.stripe.com';
const google = 'https://accounts.google.com/gsi/';

/** What a page may load beside our own files. */
type Loads = {
  /** Where posts of the blog have pictures, when that is not here. */
  pictures: string | null;
  /** Where it may report that it was seen. */
  pageViews: string | null;
  /** Where its forms may send what was typed. */
  forms: readonly (string | null)[];
  /** It asks for a card, and Stripe takes it. */
  takesCards: boolean;
};

/**
 * What a page may load: our own files and its own scripts, and Google's sign-in; Stripe's card form
 * where a card is asked for, and nowhere else.
 */
const contentSecurityPolicy = (
  hashes: readonly string[],
  { pictures, pageViews, forms, takesCards }: Loads,
) => {
  const ifCards = (...sources: string[]) => (takesCards ? sources : []);
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes, ...ifCards(stripe), `${google}client`],
    'style-src': ["'self'", `${google}style`],
    'img-src': [
      "'self' data: blob: https://lh3.googleusercontent.com",
      ...ifCards('https://*.stripe.com'),
      ...origins(pictures),
    ],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...ifCards('https://api.stripe.com'), google, ...origins(pageViews)],
    'frame-src': [...ifCards(stripe, 'https://hooks.stripe.com'), google],
    'form-action': ["'self'", ...forms.flatMap(origins)],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
};

const origins = (url: string | null) => (url ? [new URL(url).origin] : []);

/** The headers of every page; `hashes` are its inline scripts', null while developing. */
export const pageHeaders = (hashes: readonly string[] | null, loads: Loads) => ({
  ...(hashes && { 'content-security-policy': contentSecurityPolicy(hashes, loads) }),
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Accept-Encoding',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(${
    loads.takesCards ? 'self "https://js.stripe.com"' : ''
  })`,
});

/**
 * The inline scripts that were rendered with a nonce, as hashes for the policy, and the page without
 * the nonce. A page whose scripts are named by what they say can be sent again, unlike a nonce; and
 * a script that somebody smuggled into the page was not rendered with it.
 */
export const trustScripts = (html: string, nonce: string) => {
  const scripts = html.matchAll(new RegExp(`<script nonce="${nonce}"[^>]*>([^]*?)</script>`, 'g'));
  return {
    html: html.replaceAll(` nonce="${nonce}"`, ''),
    hashes: [...scripts].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
  };
};
