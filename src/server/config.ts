import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || null);
const onThisMachine = optional.refine(
  (value) => !value || ['localhost', '127.0.0.1'].includes(URL.parse(value)?.hostname ?? ''),
  'Only a stand-in on this machine may take the place of Google',
);
/** Where a browser can go, or a program on the web can listen. */
const address = optional.refine(
  (value) => !value || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  'An address begins with http:// or https://',
);
const gibibyte = 1024 ** 3;
const flag = z.stringbool().default(false);
const bytes = z.coerce.number().int().min(1);

/** An address, or a network as `10.0.0.0/8`. */
const isNetwork = (text: string) => {
  const [, ip = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? [];
  return isIP(ip) !== 0 && Number(bits ?? 0) <= (isIP(ip) === 4 ? 32 : 128);
};
const networks = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
  .refine((all) => all.every(isNetwork), 'Addresses or networks, with commas between them');

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optional,
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: optional,
  S3_BUCKET: optional,
  S3_ENDPOINT: address,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PATH_STYLE: flag,
  // A bucket takes at most 5 GiB at once.
  UPLOAD_LIMIT: bytes.max(5 * gibibyte).default(2 * gibibyte),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  GRACE_DAYS: z.coerce.number().int().min(0).max(365).default(14),
  SMTP_URL: optional,
  MAIL_FROM: z.string().default('Pregão <no-reply@pregao.local>'),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_KEYS_URL: onThisMachine,
  GHOST_URL: address,
  GHOST_KEY: optional,
  OPERATOR_EMAIL: z.string().default('admin@pregao.local'),
  OPERATOR_PASSWORD: optional,
  DOCS_URL: address,
  COMMUNITY_URL: address,
  CONTACT_URL: address,
  DONATION_URL: address,
  NEWSLETTER_URL: address,
  PAID_SUPPORT_URL: address,
  SUPPORT_EMAIL: z.email().default('suporte@pregao.local'),
  SOCIAL_TELEGRAM: address,
  SOCIAL_DISCORD: address,
  SOCIAL_YOUTUBE: address,
  SOCIAL_INSTAGRAM: address,
  SOCIAL_TWITTER: address,
  PRICING_FALLBACK: z.stringbool().default(true),
  PAGE_VIEW_URL: address,
  PRIVATE_ACCOUNTS: flag,
  RATE_LIMITS: z.stringbool().default(true),
  TRUST_PROXY: networks,
  SANDBOX_PUBLIC: flag,
  METRICS_TOKEN: optional.refine((value) => !value || value.length >= 16, 'At least 16 characters'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
});

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
  blogPictures: string | null;
};

/** Everything that the environment decides, read once. */
export type Config = {
  port: number;
  host: string;
  /** Where visitors reach the product, without a trailing slash; null: the address it prints. */
  publicUrl: string | null;
  /** How long, once told to stop, it serves on and says that it goes: seconds. */
  drainSeconds: number;
  dataDir: string;
  databaseUrl: string | null;
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
  ghost: { url: string; key: string } | null;
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

/** Reads the environment; throws an error that names each wrong variable. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    drainSeconds: env.DRAIN_SECONDS,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
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
const stripeOf = (env: z.output<typeof environment>): Config['stripe'] => {
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
const bucketOf = (env: z.output<typeof environment>): Config['bucket'] => {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env;
  if (!name) return null;
  if (!keyId || !secret) {
    throw new Error('Wrong settings:\nS3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_PATH_STYLE: pathStyle } = env;
  return { endpoint, name, region, keyId, secret, pathStyle };
};

/** Ghost is asked with the key of its Content API. */
const ghostOf = ({ GHOST_URL, GHOST_KEY }: z.output<typeof environment>): Config['ghost'] => {
  if (!GHOST_URL) return null;
  if (GHOST_KEY) return { url: GHOST_URL.replace(/\/+$/, ''), key: GHOST_KEY };
  throw new Error('Wrong settings:\nGHOST_URL needs GHOST_KEY');
};

const publicSettings = (env: z.output<typeof environment>): PublicSettings => ({
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
  blogPictures: env.GHOST_URL,
});
