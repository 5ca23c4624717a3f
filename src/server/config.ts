import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { environment, type Environment } from './environment.ts';

/** How many cores this process may count on; where several serve, each has its part. */
export const coresHere = Math.ceil(
  availableParallelism() / (cluster.isWorker ? Number(process.env['PROCESSES']) : 1),
);

const googleKeys = 'https://www.googleapis.com/oauth2/v3/certs';

/** Settings that pages show or use; null: not shown, not done, or a page of ours instead. */
export type PublicSettings = {
  docs: string | null;
  community: string | null;
  /** Where the contact form sends what was written. */
  contact: string | null;
  donation: string | null;
  /** Where a subscriber to the newsletter is led; their address is appended. */
  newsletter: string | null;
  paidSupport: string | null;
  supportEmail: string;
  social: Record<'telegram' | 'discord' | 'youtube' | 'instagram' | 'twitter', string | null>;
  /** Whether the pricing page shows the default prices when it gets no others. */
  pricingFallback: boolean;
  googleClientId: string | null;
  /** Cards are typed into Stripe's own fields; null: into the sandbox's form. */
  stripePublishableKey: string | null;
  /** Where the pages that sell report that they were seen. */
  pageViews: string | null;
  /** How many bytes a file of the operator may have. */
  uploadLimit: number;
  /** Where posts have their pictures, when that is not here. */
  blogPictures: readonly string[];
};

/** Everything that the environment decides, read once. */
export type Config = {
  port: number;
  host: string;
  /** Where visitors reach the product, without a trailing slash; null: the address it prints. */
  publicUrl: string | null;
  /** How many processes serve, on the cores of this machine. */
  processes: number;
  /** How long, once told to stop, it serves on and says that it goes: seconds. */
  drainSeconds: number;
  dataDir: string;
  /** May lead through a pooler that lends a connection for one transaction at a time. */
  databaseUrl: string | null;
  /** Leads to the database itself, for what holds a connection; null: as `databaseUrl`. */
  databaseDirectUrl: string | null;
  /** Whether statements are prepared under names: not where a pooler cannot keep these. */
  databasePrepare: boolean;
  /** Where files are kept; null: in the data directory. */
  bucket: {
    /** null: Amazon's own. */
    endpoint: string | null;
    name: string;
    region: string;
    keyId: string;
    secret: string;
    pathStyle: boolean;
  } | null;
  /** How many bytes an uploaded file may have. */
  uploadLimit: number;
  /** null: the payment sandbox stands in. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string | null } | null;
  /** How many days an overdue payment leaves a tenant its access. */
  graceDays: number;
  /** null: mail goes to the local mailbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Whose ID tokens sign in, and where Google's public keys are; null: nobody's. */
  google: { clientId: string; keysUrl: string } | null;
  /** Whose posts the blog shows; null: those of the repository. */
  ghost: { url: string; key: string; publicUrl: string } | null;
  operator: { email: string; password: string | null };
  /** What pages may tell every visitor. */
  site: PublicSettings;
  /** Sign-in, reset and registration do not tell whether an address has an account. */
  privateAccounts: boolean;
  /** Whether it is counted how often something is done. */
  rateLimits: boolean;
  /** The proxies whose `X-Forwarded-For` is believed; of none: who connects is who calls. */
  trustedProxies: string[];
  sandboxPublic: boolean;
  /** Who shows it reads the measures; null: who is at this machine. */
  metricsToken: string | null;
  /** Where traces go, by OTLP over HTTP; null: none are taken. */
  tracesTo: string | null;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Where the log goes; to standard output unless told. */
  logTo?: { write: (line: string) => void };
};

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/** Whether a host name or an address is of this machine. */
export const isLoopback = (host: string) => loopback.test(host);

/**
 * Whether visitors on other machines can reach this server: it listens to them, or `PUBLIC_URL` names a
 * host that is not loopback, so that a proxy leads here.
 */
export const isReachable = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>) =>
  !isLoopback(host) || (publicUrl !== null && !isLoopback(URL.parse(publicUrl)?.hostname ?? ''));

/** Reads the environment; throws an error that names each wrong variable. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  const env = parsed.data;
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new Error('Wrong settings:\nDATABASE_DIRECT_URL needs DATABASE_URL');
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
    rateLimits: env.RATE_LIMITS,
    trustedProxies: env.TRUST_PROXY,
    sandboxPublic: env.SANDBOX_PUBLIC,
    metricsToken: env.METRICS_TOKEN,
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null,
    logLevel: env.LOG_LEVEL,
  };
}

/** Stripe needs both its keys; without the secret that signs its events none are received. */
const stripeOf = (env: Environment): Config['stripe'] => {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = env;
  if (!secretKey) return null;
  if (publishableKey) return { secretKey, publishableKey, webhookSecret };
  throw new Error('Wrong settings:\nSTRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY');
};

/** A bucket is opened with its keys. */
const bucketOf = (env: Environment): Config['bucket'] => {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env;
  if (!name) return null;
  if (!keyId || !secret) {
    throw new Error('Wrong settings:\nS3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_PATH_STYLE: pathStyle } = env;
  return { endpoint, name, region, keyId, secret, pathStyle };
};

/** Ghost is asked with the key of its Content API. */
const ghostOf = (env: Environment): Config['ghost'] => {
  const { GHOST_URL: url, GHOST_KEY: key, GHOST_PUBLIC_URL: publicUrl } = env;
  if (!url) return null;
  if (key) return { url: url.replace(/\/+$/, ''), key, publicUrl: publicUrl ?? url };
  throw new Error('Wrong settings:\nGHOST_URL needs GHOST_KEY');
};

const publicSettings = (env: Environment): PublicSettings => ({
  docs: env.DOCS_URL,
  community: env.COMMUNITY_URL,
  contact: env.CONTACT_URL,
  donation: env.DONATION_URL,
  newsletter: env.NEWSLETTER_URL,
  paidSupport: env.PAID_SUPPORT_URL,
  supportEmail: env.SUPPORT_EMAIL,
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
