import { isGuessablePassword } from './accounts/service/password-policy.ts';
import { isLoopback, isReachable, type Config } from './config.ts';

/** Reasons to refuse a start with these settings, and warnings. */
export type ConfigCheck = { refusals: string[]; warnings: string[] };

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https://') === true;

/**
 * Returns true for a public demonstration: nothing in it is real, and all visitors may use the sandbox.
 */
const isPublicDemo = (config: Config) =>
  config.sandboxPublic && !config.stripe && !config.smtpUrl && !isSecure(config);

/**
 * Judges the settings before the product serves. A server that only its own machine reaches may have any;
 * so may a demonstration (`SANDBOX_PUBLIC`). Each refusal names the setting and what to set (R-SEC-17).
 */
export async function checkConfig(config: Config): Promise<ConfigCheck> {
  const { sandboxPublic, stripe, smtpUrl } = config;
  const refusals: string[] = [];
  if (sandboxPublic && (stripe || smtpUrl || isSecure(config))) {
    refusals.push('SANDBOX_PUBLIC: leave it out where keys, mail or the address are real');
  }
  if (!isReachable(config) || isPublicDemo(config)) return { refusals, warnings: [] };
  refusals.push(...unsafeSettings(config), ...(await weakPassword(config)));
  return { refusals, warnings: warningsFor(config) };
}

const unsafeSettings = (config: Config) => {
  const found: string[] = [];
  if (!isSecure(config)) {
    found.push(
      'PUBLIC_URL: set the https:// address of the proxy that ends TLS, or leave HOST at 127.0.0.1' +
        ' (to show it around with nothing real in it, set SANDBOX_PUBLIC=true)',
    );
  }
  if (config.smtpUrl === null) {
    found.push(
      'SMTP_URL: set a mail server; without one whoever asks is shown what others are mailed',
    );
  }
  if (config.stripe && !config.stripe.webhookSecret) {
    found.push("STRIPE_WEBHOOK_SECRET: set the signing secret of Stripe's events (whsec_…)");
  }
  if (!config.rateLimits)
    found.push('RATE_LIMITS: leave it on; off, passwords can be tried for ever');
  return found;
};

const minPasswordLength = 12;

const weakPassword = async ({ operator: { email, password } }: Config) => {
  if (password === null) return [];
  const isWeak =
    password.length < minPasswordLength || (await isGuessablePassword({ password, email }));
  return isWeak
    ? [
        `OPERATOR_PASSWORD: set ${minPasswordLength} characters or more that nobody guesses, or leave it out`,
      ]
    : [];
};

const warningsFor = ({ stripe, host, trustedProxies }: Config) => {
  const found: string[] = [];
  if (!stripe) found.push('STRIPE_SECRET_KEY is not set: payments go to the sandbox.');
  else if (!/^[rs]k_live_/.test(stripe.secretKey)) {
    found.push('STRIPE_SECRET_KEY is a test key: nobody is charged.');
  }
  if (isLoopback(host) && trustedProxies.length === 0) {
    found.push('TRUST_PROXY is not set: all visitors share the limits of one.');
  }
  return found;
};

/** Throws one error that names every unsafe setting; reports warnings. */
export async function assertSafeConfig(
  config: Config,
  report: (line: string) => void,
): Promise<void> {
  const { refusals, warnings } = await checkConfig(config);
  if (refusals.length > 0) {
    throw new Error(`Unsafe settings, where others can come:\n${refusals.join('\n')}`);
  }
  for (const warning of warnings) report(warning);
}
