import { readFileSync } from 'node:fs';
import { isLoopback, isReachable, type Config } from './config.ts';
import { isGuessablePassword } from './identity/accounts/service/password.ts';

/** Reasons to refuse a start with these settings, and warnings. */
export type ConfigCheck = { refusals: string[]; warnings: string[] };

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https://') === true;

/** Returns true for a public demonstration: nothing is real, and all visitors may use the sandbox. */
const isPublicDemo = (config: Config) =>
  config.sandboxPublic && !config.stripe && !config.smtpUrl && !isSecure(config);

/**
 * Checks the settings before the server starts. A server reachable only locally may use any;
 * so may a public demonstration (`SANDBOX_PUBLIC`). Each refusal names the setting and its remedy (R-SEC-17).
 */
export async function checkConfig(config: Config): Promise<ConfigCheck> {
  const { sandboxPublic, stripe, smtpUrl } = config;
  const refusals: string[] = [];
  if (sandboxPublic && (stripe || smtpUrl || isSecure(config))) {
    refusals.push(
      'SANDBOX_PUBLIC: remove it when Stripe keys, SMTP or a public HTTPS address are set',
    );
  }
  if (!isReachable(config) || isPublicDemo(config)) return { refusals, warnings: [] };
  refusals.push(...unsafeSettings(config), ...(await weakPassword(config)));
  return { refusals, warnings: warningsFor(config) };
}

const unsafeSettings = (config: Config) =>
  [
    !isSecure(config) &&
      'PUBLIC_URL: set the https:// address of the proxy that terminates TLS, or keep HOST at 127.0.0.1' +
        ' (for a demonstration without real data, set SANDBOX_PUBLIC=true)',
    config.smtpUrl === null &&
      'SMTP_URL: set a mail server; without one, all visitors can read emails in the local mailbox',
    config.stripe &&
      !config.stripe.webhookSecret &&
      "STRIPE_WEBHOOK_SECRET: set the signing secret of Stripe's events (whsec_…)",
    !config.rateLimits && 'RATE_LIMITS: keep it on; without it passwords can be brute-forced',
  ].filter((message) => typeof message === 'string');

const minPasswordLength = 12;

async function weakPassword({ operator: { email, password } }: Config) {
  if (password === null) return [];
  const isWeak =
    password.length < minPasswordLength || (await isGuessablePassword({ password, email }));
  return isWeak
    ? [
        `OPERATOR_PASSWORD: set a strong password of ${minPasswordLength} or more characters, or leave it out`,
      ]
    : [];
}

function warningsFor(config: Config) {
  const { stripe, stripeTax, host, trustedProxies, databaseUrl, encryptionKey } = config;
  const found: string[] = [];
  if (!stripe) found.push('STRIPE_SECRET_KEY is not set: payments go to the sandbox.');
  else if (!/^[rs]k_live_/.test(stripe.secretKey)) {
    found.push('STRIPE_SECRET_KEY is a test key: no real charges.');
  }
  if (stripeTax && !stripe) found.push('STRIPE_TAX is on: the rates of the sandbox are examples.');
  if (databaseUrl && !encryptionKey) {
    found.push('ENCRYPTION_KEY is not set: all machines need the same DATA_DIR/encryption-key.');
  }
  if (isLoopback(host) && trustedProxies.length === 0) {
    found.push('TRUST_PROXY is not set: all visitors share one rate limit.');
  }
  return found;
}

/** Returns the settings of links to elsewhere that the site has room for and that are not set. */
export function unsetLinks({ site }: Pick<Config, 'site'>): string[] {
  const links = {
    COMMUNITY_URL: site.community,
    DONATION_URL: site.donation,
    PAID_SUPPORT_URL: site.paidSupport,
    NEWSLETTER_URL: site.newsletter,
    CONTACT_URL: site.contact,
    SOCIAL_TELEGRAM: site.social.telegram,
    SOCIAL_DISCORD: site.social.discord,
    SOCIAL_YOUTUBE: site.social.youtube,
    SOCIAL_INSTAGRAM: site.social.instagram,
    SOCIAL_TWITTER: site.social.twitter,
  };
  return Object.entries(links).flatMap(([name, url]) => (url ? [] : [name]));
}

/** Files and sockets that a process with a few thousand visitors has open. */
const minFileHandles = 4_096;

/** Returns a warning if the limit of open files of this process is low (R-OPR-25); `limits` is that of Linux. */
export function fewFileHandles(limits = readLimits()): string[] {
  const [, limit] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return limit === undefined || Number(limit) >= minFileHandles
    ? []
    : [
        `This process may open ${limit} files: each visitor takes some. Raise it (ulimit -n 65536, or LimitNOFILE of systemd).`,
      ];
}

function readLimits() {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/** Throws one error that names every unsafe setting; reports warnings and unset links. */
export async function assertSafeConfig(
  config: Config,
  report: (line: string) => void,
): Promise<void> {
  const { refusals, warnings } = await checkConfig(config);
  if (refusals.length > 0) {
    throw new Error(`Unsafe settings for a server that others can reach:\n${refusals.join('\n')}`);
  }
  const handles = fewFileHandles();
  for (const warning of [...warnings, ...handles]) report(warning);
  const unset = unsetLinks(config);
  if (unset.length > 0) report(`Links not shown because they are not set: ${unset.join(', ')}`);
}
