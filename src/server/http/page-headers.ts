import { createHash } from 'node:crypto';

const stripe = 'https://js.stripe.com https://*.js.stripe.com';
const google = 'https://accounts.google.com/gsi/';

/**
 * What a page may load: our own files and its own scripts, Stripe's card form, Google's sign-in; and
 * where it may report that it was seen.
 */
const contentSecurityPolicy = (hashes: readonly string[], pageViews: string | null) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...hashes, stripe, `${google}client`].join(' '),
    `style-src 'self' ${google}style`,
    "img-src 'self' data: blob: https://*.stripe.com https://lh3.googleusercontent.com",
    "font-src 'self'",
    ["connect-src 'self' https://api.stripe.com", google, ...origins(pageViews)].join(' '),
    `frame-src ${stripe} https://hooks.stripe.com ${google}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
  ].join('; ');

const origins = (url: string | null) => (url ? [new URL(url).origin] : []);

/** The headers of every page; `hashes` are its inline scripts', null while developing. */
export const pageHeaders = (hashes: readonly string[] | null, pageViews: string | null) => ({
  ...(hashes && { 'content-security-policy': contentSecurityPolicy(hashes, pageViews) }),
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Accept-Encoding',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
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
