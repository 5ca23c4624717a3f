import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';

const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || null);
const localUrl = optionalText.refine(
  (value) => !value || ['localhost', '127.0.0.1'].includes(URL.parse(value)?.hostname ?? ''),
  'Must be a URL on localhost',
);
const httpUrl = optionalText.refine(
  (value) => !value || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  'Must start with http:// or https://',
);
const postgresUrl = optionalText
  .refine(
    (value) => !value || /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''),
    'Must look like postgres://user:password@host:5432/name',
  )
  // What these modes mean (docs/operations.md); the driver would print a warning about them at each start.
  .transform((value) =>
    value && !/[?&]uselibpqcompat=true/.test(value)
      ? value.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
      : value,
  );
const smtpUrl = optionalText.refine(
  (value) => !value || /^smtps?:$/.test(URL.parse(value)?.protocol ?? ''),
  'Must look like smtps://user:password@host:465',
);
const gibibyte = 1024 ** 3;
const flag = z.stringbool().default(false);
const bytes = z.coerce.number().int().min(1);

/** Returns true for an IP address, or a network as `10.0.0.0/8`. */
function isNetwork(text: string) {
  const [, ip = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? [];
  return isIP(ip) !== 0 && Number(bits ?? 0) <= (isIP(ip) === 4 ? 32 : 128);
}

/** Returns true for an IP address with or without a port, behind brackets if it is one of IPv6. */
function isNameServer(text: string) {
  const [, six, four, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  const isAddress = isIP(text) !== 0 || isIP(six ?? '') === 6 || isIP(four ?? '') === 4;
  return isAddress && Number(port) > 0 && Number(port) <= 65_535;
}

const processes = z
  .union([z.literal('auto'), z.coerce.number().int().min(1).max(128)], 'Must be a number or auto')
  .default(1)
  .transform((value) => (value === 'auto' ? availableParallelism() : value));
const networks = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
  .refine((all) => all.every(isNetwork), 'Must be IP addresses or networks, separated by commas');

/** Returns what a value must be, where its schema has no sentence of its own; never the value, which may be a secret. */
export const wrongValue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `Must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_type') {
    return issue.expected === 'int' ? 'Must be a whole number' : `Must be a ${issue.expected}`;
  }
  if (issue.code === 'invalid_format') return `Must be an ${issue.format} address`;
  if (issue.code !== 'invalid_value') return undefined;
  const isFlag = issue.values.includes('true');
  return `Must be ${(isFlag ? ['true', 'false'] : issue.values).join(' or ')}`;
};

/** Schema of every environment variable that is read, with its default (R-GEN-02). */
export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl,
  PROCESSES: processes,
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_PREPARE: z.stringbool().default(true),
  S3_BUCKET: optionalText,
  S3_ENDPOINT: httpUrl,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_PATH_STYLE: flag,
  // S3 accepts at most 5 GiB in one request.
  UPLOAD_LIMIT: bytes.max(5 * gibibyte).default(2 * gibibyte),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_PUBLISHABLE_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_TAX: flag,
  END_LOST_DISPUTES: z.stringbool().default(true),
  GRACE_DAYS: z.coerce.number().int().min(0).max(365).default(14),
  SMTP_URL: smtpUrl,
  MAIL_FROM: z.string().default('Pregão <no-reply@pregao.local>'),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_KEYS_URL: localUrl,
  GHOST_URL: httpUrl,
  GHOST_PUBLIC_URL: httpUrl,
  GHOST_KEY: optionalText,
  ENCRYPTION_KEY: optionalText
    .refine((value) => !value || value.length >= 32, 'Must have at least 32 characters')
    .refine((value) => !value || !/(^|,)\s*(,|$)/.test(value), 'Must have no empty key'),
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
    .refine(
      (all) => all.every(isNameServer),
      'Must be IP addresses, separated by commas; with a port as 192.0.2.1:53 or [2001:db8::1]:53',
    ),
  OPERATOR_EMAIL: z.email().default('admin@pregao.local'),
  OPERATOR_PASSWORD: optionalText,
  DOCS_URL: httpUrl,
  COMMUNITY_URL: httpUrl,
  CONTACT_URL: httpUrl,
  DONATION_URL: httpUrl,
  NEWSLETTER_URL: httpUrl,
  PAID_SUPPORT_URL: httpUrl,
  SUPPORT_EMAIL: z.email().default('suporte@pregao.local'),
  POSTAL_ADDRESS: optionalText,
  SOCIAL_TELEGRAM: httpUrl,
  SOCIAL_DISCORD: httpUrl,
  SOCIAL_YOUTUBE: httpUrl,
  SOCIAL_INSTAGRAM: httpUrl,
  SOCIAL_TWITTER: httpUrl,
  PRICING_FALLBACK: z.stringbool().default(true),
  PAGE_VIEW_URL: httpUrl,
  PRIVATE_ACCOUNTS: flag,
  RATE_LIMITS: z.stringbool().default(true),
  TRUST_PROXY: networks,
  SANDBOX_PUBLIC: flag,
  METRICS_TOKEN: optionalText.refine(
    (value) => !value || value.length >= 16,
    'Must have at least 16 characters',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
});

export type Environment = z.output<typeof environment>;
