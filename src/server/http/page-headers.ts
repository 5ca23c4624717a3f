const stripe = 'https://js.stripe.com https://*.js.stripe.com';
const google = 'https://accounts.google.com/gsi/';

/** What a page may load: our own files, Stripe's card form, Google's sign-in. */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    // Browsers that know nonces ignore the last two.
    `script-src 'nonce-${nonce}' 'strict-dynamic' https: 'unsafe-inline'`,
    `style-src 'self' 'unsafe-inline' ${google}style`,
    "img-src 'self' data: blob: https://*.stripe.com https://lh3.googleusercontent.com",
    "font-src 'self'",
    `connect-src 'self' https://api.stripe.com ${google}`,
    `frame-src ${stripe} https://hooks.stripe.com ${google}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
  ].join('; ');

/** The headers of every page; without a nonce (while developing) there is no content policy. */
export const pageHeaders = (nonce: string | undefined) => ({
  ...(nonce && { 'content-security-policy': contentSecurityPolicy(nonce) }),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
});
