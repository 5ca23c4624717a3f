import type { Server } from 'node:net';
import { join } from 'node:path';
import { createApplication, type Application } from './app.ts';
import type { Config } from './config.ts';
import { ensureOperator } from './identity/accounts/service/operator.ts';
import { openDatabase, type OpenDatabase } from './platform/database/open.ts';
import { causeOf, describeCause } from './platform/error-cause.ts';
import { holdReadiness } from './platform/http/observability/health.ts';
import { logTargetOf } from './platform/http/observability/log-format.ts';
import { lostDependency, type Dependency } from './platform/http/observability/outages.ts';
import { registerPages } from './platform/http/pages/pages.ts';
import { installJobs } from './platform/jobs/start-jobs.ts';
import {
  checkStoredSecrets,
  describeSecrets,
  isSecretsChecker,
} from './platform/stored-secrets.ts';
import { listenFailure } from './port.ts';

/** Reason of a shutdown: Ctrl-C, the service manager, or a replacement by another process. */
export type ShutdownReason = 'SIGINT' | 'SIGTERM' | 'replaced';

/** Running product: in this process, or in workers that it started. */
export type RunningServer = {
  /** Address it listens on: `http://localhost:3000`. */
  address: string;
  /** Operator's account; the password only when it was just generated. */
  operator: { email: string; password: string | null };
  /** Shuts down: stops taking requests, finishes requests and jobs, closes the database (R-REL-02). */
  close(why: ShutdownReason): Promise<void>;
};

type Options = {
  /** Serves pages from their sources with hot reload. */
  dev: boolean;
  report: (line: string) => void;
};

/**
 * Serves the whole product from this process. A dependency that is lost during the start is named by its setting
 * (R-OPR-22).
 */
export const serveInProcess = (config: Config, options: Options): Promise<RunningServer> =>
  startServing(config, options).catch((error: unknown) => {
    throw nameLost(config, error);
  });

const subjects: Record<Exclude<Dependency, 'database'>, string> = {
  'payment provider': 'STRIPE_SECRET_KEY: Stripe',
  'mail server': 'SMTP_URL: the mail server',
  'file storage': 'S3_BUCKET: the file storage',
};

/** Returns the setting of the database; behind a pooler either address may have failed. */
function databaseSubject(url: string | null, direct: string | null) {
  if (url === null) return 'DATA_DIR: the embedded PostgreSQL';
  return direct === null
    ? 'DATABASE_URL: PostgreSQL'
    : 'DATABASE_URL or DATABASE_DIRECT_URL: PostgreSQL';
}

/** Returns an error that names the setting of the dependency whose outage ended the start; any other error as it is. */
export function nameLost(
  { databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  error: unknown,
) {
  const dependency = lostDependency(error);
  if (!dependency) return error;
  const { message } = error as Error;
  // The refusal of an address names its setting.
  if (/^[A-Z\d]+_[A-Z\d_]+: /.test(message)) return error;
  const subject =
    dependency === 'database'
      ? databaseSubject(databaseUrl, databaseDirectUrl)
      : subjects[dependency];
  const cause = causeOf(error);
  const told = message.includes(cause.reason) ? message : describeCause(cause);
  return new Error(`${subject} failed during the start: ${told}`, { cause: error });
}

async function startServing(config: Config, { dev, report }: Options): Promise<RunningServer> {
  const open = await openConfigured(config, report);
  let address = '';
  const settings = { ...config, ...(await logTargetOf(config)) };
  const product = await createApplication(settings, open, () => address);
  const pages = await registerPages(product.app, {
    dev,
    isLimited: config.rateLimits,
    keptAssets: join(config.dataDir, 'assets'),
    site: config.site,
    origin: product.context.origin,
    apiFor: ({ headers, ip }) => product.loaderCallerOf({ cookie: headers.cookie ?? '' }, ip),
  });
  // `/pricing` and the legal texts show changes on the next request.
  product.context.pageInvalidation.subscribe(pages.forget);
  const becomeReady = holdReadiness(product.app);
  await product.app.listen({ host: config.host, port: config.port }).catch((error: Error) => {
    throw listenFailure(config, error);
  });
  address = `http://localhost:${portOf(product.app.server.address())}`;
  // The first rendering takes several times as long as later ones, and delays all calls meanwhile.
  if (!dev) await product.app.inject('/pricing');
  if (isSecretsChecker()) reportSecrets(product, open, report);
  const operator = await ensureOperator(product.context);
  await product.queueReconciliation();
  becomeReady();
  const close = async (why: ShutdownReason) => {
    // After Ctrl-C no load balancer needs time to notice.
    const notice = why === 'SIGTERM' ? config.drainSeconds * 1_000 : 0;
    await product.close({ notice, isReplaced: why === 'replaced' });
    await open.close();
  };
  return { address, operator, close };
}

/** Reports secrets that were encrypted with another key, after encrypting again those of a former one. */
export function reportSecrets(
  { context: { encryption } }: Pick<Application, 'context'>,
  { owner }: Pick<OpenDatabase, 'owner'>,
  report: Options['report'],
) {
  void checkStoredSecrets(owner, encryption).then(
    (check) => describeSecrets(check, encryption).forEach(report),
    (error: Error) => report(`Stored secrets were not compared with the key: ${error.message}`),
  );
}

/**
 * Applies the migrations of the product and of its job queue and checks the database, as a start does, but
 * serves nothing and creates no rows: `main.js --migrate` (R-REL-10).
 */
export async function migrateDatabase(config: Config, report: Options['report']): Promise<void> {
  const open = await openConfigured(config, report);
  const silent = () => undefined;
  try {
    await installJobs(open.direct, { debug: silent, info: silent, warn: silent, error: silent });
  } finally {
    await open.close();
  }
  report('The database has all migrations of this release.');
}

const openConfigured = (config: Config, report: Options['report']) =>
  openDatabase({
    url: config.databaseUrl ?? undefined,
    directUrl: config.databaseDirectUrl ?? undefined,
    prepare: config.databasePrepare,
    dataDir: config.dataDir,
    report,
  });

/** Returns the port; a listening TCP server always has one. */
const portOf = (bound: ReturnType<Server['address']>) =>
  typeof bound === 'object' && bound ? bound.port : 0;
