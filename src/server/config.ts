import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { environment, type Environment } from './environment.ts';

/** Number of cores for this process; several workers share the machine. */
export const availableCores = Math.ceil(
  availableParallelism() / (cluster.isWorker ? Number(process.env['PROCESSES']) : 1),
);

const googleKeys = 'https://www.googleapis.com/oauth2/v3/certs';

/** Settings that pages show or use; null hides the item, or links to a page of this site. */
export type PublicSettings = {
  docs: string | null;
  community: string | null;
  /** Address that the contact form sends to. */
  contact: string | null;
  donation: string | null;
  /** Address that newsletter subscribers are sent to; their email is appended. */
  newsletter: string | null;
  paidSupport: string | null;
  supportEmail: string;
  /** Postal address of the operator, which emails show. */
  postalAddress: string | null;
  social: Record<'telegram' | 'discord' | 'youtube' | 'instagram' | 'twitter', string | null>;
  /** Shows the default prices on the pricing page when no products load. */
  pricingFallback: boolean;
  googleClientId: string | null;
  /** Publishable key of Stripe's card fields; null: the sandbox's form takes the card. */
  stripePublishableKey: string | null;
  /** Address that page views of pricing and registration are reported to. */
  pageViews: string | null;
  /** Maximum size in bytes of a file that an operator uploads. */
  uploadLimit: number;
  /** Origins of pictures in blog posts, other than this site. */
  blogPictures: readonly string[];
};

/** Settings from the environment, read once (R-GEN-02). */
export type Config = {
  port: number;
  host: string;
  /** Public URL without a trailing slash; null: the address that it prints. */
  publicUrl: string | null;
  /** Number of processes that serve, on the cores of this machine. */
  processes: number;
  /** Seconds to keep serving after SIGTERM while readiness already fails. */
  drainSeconds: number;
  dataDir: string;
  /** Connection string of PostgreSQL; may lead through a pooler in transaction mode. */
  databaseUrl: string | null;
  /** Connection string without the pooler, for jobs and LISTEN; null: as `databaseUrl`. */
  databaseDirectUrl: string | null;
  /** Enables named prepared statements; off for poolers that can't track them. */
  databasePrepare: boolean;
  /** Bucket for files; null: the data directory. */
  bucket: {
    /** Endpoint of the store; null: Amazon S3. */
    endpoint: string | null;
    name: string;
    region: string;
    keyId: string;
    secret: string;
    pathStyle: boolean;
  } | null;
  /** Maximum size in bytes of an uploaded file. */
  uploadLimit: number;
  /** Keys of Stripe; null: the payment sandbox. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string | null } | null;
  /** Days that a tenant keeps access with an overdue payment. */
  graceDays: number;
  /** Mail server; null: the local mailbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Client whose ID tokens sign in, and the URL of Google's public keys; null: no sign-in with Google. */
  google: { clientId: string; keysUrl: string } | null;
  /** Ghost blog whose posts are shown; null: the posts in the repository. */
  ghost: { url: string; key: string; publicUrl: string } | null;
  operator: { email: string; password: string | null };
  /** Settings that pages may send to every visitor. */
  site: PublicSettings;
  /** Hides whether an address has an account in sign-in, reset and registration (R-ACC-22). */
  privateAccounts: boolean;
  /** Cost of hashing with argon2id: KiB and passes. No variable sets it, so that none weakens it. */
  passwordCost: { memoryCost: number; timeCost: number };
  /** Enables rate limits. */
  rateLimits: boolean;
  /** Proxies whose `X-Forwarded-For` is trusted; without one the client is the peer. */
  trustedProxies: string[];
  sandboxPublic: boolean;
  /** Token to read the metrics; null: only local requests may. */
  metricsToken: string | null;
  /** OTLP endpoint (HTTP) for traces; null: no traces. */
  tracesTo: string | null;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Target of the log; standard output by default. */
  logTo?: { write: (line: string) => void };
};

/** The minimum that OWASP recommends: 19 MiB, two passes. */
const passwordCost = { memoryCost: 19_456, timeCost: 2 };

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/** Returns true for a host name or address of this machine. */
export const isLoopback = (host: string) => loopback.test(host);

/**
 * Returns true when visitors on other machines can reach this server: it listens on a public interface, or
 * `PUBLIC_URL` names a host that is not loopback, so that a proxy forwards to it.
 */
export const isReachable = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>) =>
  !isLoopback(host) || (publicUrl !== null && !isLoopback(URL.parse(publicUrl)?.hostname ?? ''));

/** Reads the environment; throws an error that names each wrong variable (R-GEN-02). */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) throw new Error(`Invalid settings:\n${z.prettifyError(parsed.error)}`);
  const env = parsed.data;
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new Error('Invalid settings:\nDATABASE_DIRECT_URL needs DATABASE_URL');
  }
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    processes: env.PROCESSES,
    drainSeconds: env.DRAIN_SECONDS,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePrepare: env.DATABASE_PREPARE,
    bucket: bucketOf(env),
    uploadLimit: env.UPLOAD_LIMIT,
    stripe: stripeOf(env),
    graceDays: env.GRACE_DAYS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    google: env.GOOGLE_CLIENT_ID
      ? { clientId: env.GOOGLE_CLIENT_ID, keysUrl: env.GOOGLE_KEYS_URL ?? googleKeys }
      : null,
    ghost: ghostOf(env),
    operator: { email: env.OPERATOR_EMAIL, password: env.OPERATOR_PASSWORD },
    site: publicSettings(env),
    privateAccounts: env.PRIVATE_ACCOUNTS,
    passwordCost,
    rateLimits: env.RATE_LIMITS,
    trustedProxies: env.TRUST_PROXY,
    sandboxPublic: env.SANDBOX_PUBLIC,
    metricsToken: env.METRICS_TOKEN,
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null,
    logLevel: env.LOG_LEVEL,
  };
}

/**
 * Returns the settings of Stripe, which needs both keys; without the webhook secret it sends no events.
 */
const stripeOf = (env: Environment): Config['stripe'] => {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = env;
  if (!secretKey) return null;
  if (publishableKey) return { secretKey, publishableKey, webhookSecret };
  throw new Error('Invalid settings:\nSTRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY');
};

/** Returns the settings of the bucket, which needs its keys. */
const bucketOf = (env: Environment): Config['bucket'] => {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env;
  if (!name) return null;
  if (!keyId || !secret) {
    throw new Error('Invalid settings:\nS3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_PATH_STYLE: pathStyle } = env;
  return { endpoint, name, region, keyId, secret, pathStyle };
};

/** Returns the settings of Ghost, which needs the key of its Content API. */
const ghostOf = (env: Environment): Config['ghost'] => {
  const { GHOST_URL: url, GHOST_KEY: key, GHOST_PUBLIC_URL: publicUrl } = env;
  if (!url) return null;
  if (key) return { url: url.replace(/\/+$/, ''), key, publicUrl: publicUrl ?? url };
  throw new Error('Invalid settings:\nGHOST_URL needs GHOST_KEY');
};

const publicSettings = (env: Environment): PublicSettings => ({
  docs: env.DOCS_URL,
  community: env.COMMUNITY_URL,
  contact: env.CONTACT_URL,
  donation: env.DONATION_URL,
  newsletter: env.NEWSLETTER_URL,
  paidSupport: env.PAID_SUPPORT_URL,
  supportEmail: env.SUPPORT_EMAIL,
  postalAddress: env.POSTAL_ADDRESS,
  social: {
    telegram: env.SOCIAL_TELEGRAM,
    discord: env.SOCIAL_DISCORD,
    youtube: env.SOCIAL_YOUTUBE,
    instagram: env.SOCIAL_INSTAGRAM,
    twitter: env.SOCIAL_TWITTER,
  },
  pricingFallback: env.PRICING_FALLBACK,
  googleClientId: env.GOOGLE_CLIENT_ID,
  stripePublishableKey: env.STRIPE_SECRET_KEY ? env.STRIPE_PUBLISHABLE_KEY : null,
  pageViews: env.PAGE_VIEW_URL,
  uploadLimit: env.UPLOAD_LIMIT,
  blogPictures: [env.GHOST_URL, env.GHOST_PUBLIC_URL].filter((url) => url !== null),
});
