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
const flag = z.stringbool().default(false);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optional,
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: optional,
  STRIPE_SECRET_KEY: optional,
  SMTP_URL: optional,
  MAIL_FROM: z.string().default('Pregão <no-reply@pregao.local>'),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_KEYS_URL: onThisMachine,
  OPERATOR_EMAIL: z.string().default('admin@pregao.local'),
  OPERATOR_PASSWORD: optional,
  DOCS_URL: optional,
  CONTACT_URL: optional,
  DONATION_URL: optional,
  PAID_SUPPORT_URL: optional,
  SANDBOX_PUBLIC: flag,
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
});

const googleKeys = 'https://www.googleapis.com/oauth2/v3/certs';

/** Everything that the environment decides, read once. */
export type Config = {
  port: number;
  host: string;
  /** Where visitors reach the product, without a trailing slash; null: the address it prints. */
  publicUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** null: the payment sandbox stands in. */
  stripe: { secretKey: string } | null;
  /** null: mail goes to the local mailbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Whose ID tokens sign in, and where Google's public keys are; null: nobody's. */
  google: { clientId: string; keysUrl: string } | null;
  operator: { email: string; password: string | null };
  /** Where the short external paths lead; null: a page of ours. */
  links: { docs: string | null; donation: string | null; paidSupport: string | null };
  sandboxPublic: boolean;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
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
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    stripe: env.STRIPE_SECRET_KEY ? { secretKey: env.STRIPE_SECRET_KEY } : null,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    google: env.GOOGLE_CLIENT_ID
      ? { clientId: env.GOOGLE_CLIENT_ID, keysUrl: env.GOOGLE_KEYS_URL ?? googleKeys }
      : null,
    operator: { email: env.OPERATOR_EMAIL, password: env.OPERATOR_PASSWORD },
    links: { docs: env.DOCS_URL, donation: env.DONATION_URL, paidSupport: env.PAID_SUPPORT_URL },
    sandboxPublic: env.SANDBOX_PUBLIC,
    logLevel: env.LOG_LEVEL,
  };
}
