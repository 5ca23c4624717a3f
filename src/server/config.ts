import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { environment, wrongValue, type Environment } from './environment.ts';

/** Number of cores for this process; several workers share the machine. */
export const availableCores = Math.ceil(
  availableParallelism() / (cluster.isWorker ? Number(process.env['PROCESSES']) : 1),
);

const googleKeys = 'https://www.googleapis.com/oauth2/v3/certs';

/** The minimum that OWASP recommends: 19 MiB, two passes. */
const passwordCost = { memoryCost: 19_456, timeCost: 2 };

/** Endpoints that a process sends webhooks to at the same time. */
const webhookPlaces = 200;

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/** Returns true for a host name or address of this machine. */
export const isLoopback = (host: string) => loopback.test(host);

/**
 * Returns true when visitors on other machines can reach this server: it listens on a public interface, or
 * `PUBLIC_URL` names a host that is not loopback, so that a proxy forwards to it.
 */
export const isReachable = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>) =>
  !isLoopback(host) || (publicUrl !== null && !isLoopback(URL.parse(publicUrl)?.hostname ?? ''));

/**
 * Returns true when operators need a second factor: where visitors on other machines can reach the server, except for
 * a public demonstration, which has no real data (R-MFA-13).
 */
export const operatorsNeedFactor = (config: Pick<Config, 'host' | 'publicUrl' | 'sandboxPublic'>) =>
  isReachable(config) && !config.sandboxPublic;

/** Reads the environment; throws an error that names each wrong variable (R-GEN-02). */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(variables, { error: wrongValue });
  if (parsed.success) return settingsOf(parsed.data);
  const found = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`Invalid settings:\n${found.join('\n')}`);
}

/** Settings from the environment, read once (R-GEN-02). */
export type Config = ReturnType<typeof settingsOf> & {
  /** Target of the log; standard output by default. */
  logTo?: { write: (line: string) => void };
};

const settingsOf = (env: Environment) => ({
  port: env.PORT,
  host: env.HOST,
  /** Public URL without a trailing slash; null: the address that it prints. */
  publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
  /** Number of processes that serve, on the cores of this machine. */
  processes: env.PROCESSES,
  /** Seconds to keep serving after SIGTERM while readiness already fails. */
  drainSeconds: env.DRAIN_SECONDS,
  dataDir: resolve(env.DATA_DIR),
  ...databaseOf(env),
  /** Enables named prepared statements; off for poolers that can't track them. */
  databasePrepare: env.DATABASE_PREPARE,
  bucket: bucketOf(env),
  /** Maximum size in bytes of an uploaded file. */
  uploadLimit: env.UPLOAD_LIMIT,
  stripe: stripeOf(env),
  /** Charges tax that the provider calculates (decision 46). */
  stripeTax: env.STRIPE_TAX,
  /** Ends what a payment was for when its dispute is lost (decision 78). */
  endLostDisputes: env.END_LOST_DISPUTES,
  /** Days that a tenant keeps access with an overdue payment. */
  graceDays: env.GRACE_DAYS,
  /** Mail server; null: the local mailbox. */
  smtpUrl: env.SMTP_URL,
  mailFrom: env.MAIL_FROM,
  /** Client whose ID tokens sign in, and the URL of Google's public keys; null: no sign-in with Google. */
  google: env.GOOGLE_CLIENT_ID
    ? { clientId: env.GOOGLE_CLIENT_ID, keysUrl: env.GOOGLE_KEYS_URL ?? googleKeys }
    : null,
  ghost: ghostOf(env),
  /** Secret that encrypts secrets in the database; null: a file in the data directory. */
  encryptionKey: env.ENCRYPTION_KEY,
  /** Name servers that are asked for verification records; empty: those of the machine. */
  dnsServers: env.DNS_SERVERS,
  operator: { email: env.OPERATOR_EMAIL, password: env.OPERATOR_PASSWORD },
  /** Settings that pages may send to every visitor. */
  site: publicSettings(env),
  /** Hides whether an address has an account in sign-in, reset and registration (R-ACC-22). */
  privateAccounts: env.PRIVATE_ACCOUNTS,
  /** Cost of hashing with argon2id: KiB and passes. No variable sets it, so that none weakens it. */
  passwordCost,
  /** Endpoints that a process sends webhooks to at the same time. No variable sets it: each is a few sockets. */
  webhookPlaces,
  rateLimits: env.RATE_LIMITS,
  /** Proxies whose `X-Forwarded-For` is trusted; without one the client is the peer. */
  trustedProxies: env.TRUST_PROXY,
  sandboxPublic: env.SANDBOX_PUBLIC,
  /** Token to read the metrics; null: only local requests may. */
  metricsToken: env.METRICS_TOKEN,
  /** OTLP endpoint (HTTP) for traces; null: no traces. */
  tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null,
  /** Format of log lines; null: text on a terminal, otherwise JSON. */
  logFormat: env.LOG_FORMAT ?? null,
  logLevel: env.LOG_LEVEL,
});

function databaseOf({ DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: direct }: Environment) {
  if (direct && !databaseUrl) {
    throw new Error('Invalid settings:\nDATABASE_DIRECT_URL needs DATABASE_URL');
  }
  return {
    /** Connection string of PostgreSQL; may lead through a pooler in transaction mode. */
    databaseUrl,
    /** Connection string without the pooler, for jobs and LISTEN; null: as `databaseUrl`. */
    databaseDirectUrl: direct,
  };
}

/** Returns the mode of a key of Stripe: `live` or `test`. */
const modeOf = (key: string) => /^[a-z]+_(live|test)_/.exec(key)?.[1];

/** Returns the keys of Stripe; null: the payment sandbox. Without the webhook secret it sends no events. */
function stripeOf(env: Environment) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  if (!secretKey) return null;
  if (!publishableKey) {
    throw new Error('Invalid settings:\nSTRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY');
  }
  const [secretMode, publicMode] = [modeOf(secretKey), modeOf(publishableKey)];
  if (secretMode && publicMode && secretMode !== publicMode) {
    throw new Error(
      `Invalid settings:\nSTRIPE_SECRET_KEY is a ${secretMode} key and STRIPE_PUBLISHABLE_KEY a ${publicMode} key: ` +
        'set two of the same mode',
    );
  }
  return { secretKey, publishableKey, webhookSecret: env.STRIPE_WEBHOOK_SECRET };
}

/** Returns the bucket for files, which needs its keys; null: the data directory. */
function bucketOf(env: Environment) {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env;
  if (!name) return null;
  if (!keyId || !secret) {
    throw new Error('Invalid settings:\nS3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  // Without an endpoint: Amazon S3.
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_PATH_STYLE: pathStyle } = env;
  return { endpoint, name, region, keyId, secret, pathStyle };
}

/** Returns the Ghost blog whose posts are shown, with its key; null: the posts in the repository. */
function ghostOf(env: Environment) {
  const { GHOST_URL: url, GHOST_KEY: key, GHOST_PUBLIC_URL: publicUrl } = env;
  if (!url) return null;
  if (key) return { url: url.replace(/\/+$/, ''), key, publicUrl: publicUrl ?? url };
  throw new Error('Invalid settings:\nGHOST_URL needs GHOST_KEY');
}

/** Settings that pages show or use; null hides the item, or links to a page of this site. */
export type PublicSettings = ReturnType<typeof publicSettings>;

const publicSettings = (env: Environment) => ({
  docs: env.DOCS_URL,
  community: env.COMMUNITY_URL,
  /** Address that the contact form sends to. */
  contact: env.CONTACT_URL,
  donation: env.DONATION_URL,
  /** Address that newsletter subscribers are sent to; their email is appended. */
  newsletter: env.NEWSLETTER_URL,
  paidSupport: env.PAID_SUPPORT_URL,
  supportEmail: env.SUPPORT_EMAIL,
  /** Postal address of the operator, which emails show. */
  postalAddress: env.POSTAL_ADDRESS,
  social: {
    telegram: env.SOCIAL_TELEGRAM,
    discord: env.SOCIAL_DISCORD,
    youtube: env.SOCIAL_YOUTUBE,
    instagram: env.SOCIAL_INSTAGRAM,
    twitter: env.SOCIAL_TWITTER,
  },
  /** Shows the default prices on the pricing page when no products load. */
  pricingFallback: env.PRICING_FALLBACK,
  googleClientId: env.GOOGLE_CLIENT_ID,
  /** Publishable key of Stripe's card fields; null: the sandbox's form takes the card. */
  stripePublishableKey: env.STRIPE_SECRET_KEY ? env.STRIPE_PUBLISHABLE_KEY : null,
  /** Asks for the place of an organization and shows tax before it pays. */
  stripeTax: env.STRIPE_TAX,
  /** Address that page views of pricing and registration are reported to. */
  pageViews: env.PAGE_VIEW_URL,
  /** Maximum size in bytes of a file that an operator uploads. */
  uploadLimit: env.UPLOAD_LIMIT,
  /** Origins of pictures in blog posts, other than this site. */
  blogPictures: [env.GHOST_URL, env.GHOST_PUBLIC_URL].filter((url) => url !== null),
});
