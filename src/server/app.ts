import type { FastifyInstance } from 'fastify';
import type { Api } from '#contract/api-client.ts';
import type { Locale } from '#locales/locales.ts';
import { createMailbox, type Mailbox } from '#sandbox/mailbox/mailbox.ts';
import { renderProviderInvoice } from './billing/invoices/service/invoice-pdf.ts';
import { startPayments } from './billing/payments/start-payments.ts';
import { ensureDefaultProducts } from './billing/products/service/defaults.ts';
import { endDuplicates } from './billing/subscriptions/service/end-duplicates.ts';
import { resumeOperations } from './billing/subscriptions/service/resume-operations.ts';
import { isReachable, operatorsNeedFactor, type Config } from './config.ts';
import { addressFinder } from './enterprise/addresses/service/find.ts';
import { startJobWorker } from './job-worker.ts';
import type { AppContext } from './platform/app-context.ts';
import { openCacheInvalidation } from './platform/database/cache-invalidation.ts';
import type { OpenDatabase } from './platform/database/open.ts';
import { watchWrites } from './platform/database/watch-writes.ts';
import { createTxtLookup } from './platform/dns.ts';
import { createEncryption } from './platform/encryption.ts';
import { openStorage, storageProbe } from './platform/files/storage.ts';
import { sessionHash } from './platform/http/contract/guard.ts';
import { callerOf, loaderCallerOf } from './platform/http/contract/in-process.ts';
import { registerApiDocs } from './platform/http/docs/docs.ts';
import { startHosts } from './platform/http/hosts/start-hosts.ts';
import { createHttp } from './platform/http/http.ts';
import { serveHealth } from './platform/http/observability/health.ts';
import { serveMetrics, type MetricsOptions } from './platform/http/observability/metrics.ts';
import {
  watchCalls,
  type Dependency,
  type Outages,
} from './platform/http/observability/outages.ts';
import { logRefusal } from './platform/http/observability/refused-requests.ts';
import {
  keepStatusHistory,
  type StatusHistoryOptions,
} from './platform/http/observability/status-history.ts';
import { applyAllowances, noLimits, createLimits } from './platform/http/protection/limits.ts';
import { prepareShutdown, type Shutdown } from './platform/http/shutdown.ts';
import { installJobs } from './platform/jobs/start-jobs.ts';
import type { MailTransport } from './platform/mail/sender.ts';
import { serveHub } from './platform/realtime/serve-hub.ts';
import { createStripeClient } from './platform/stripe/client.ts';
import { openStripeSandbox } from './sandbox/open-stripe.ts';
import { serveSandbox } from './sandbox/sandbox.ts';
import { serveContract } from './serve-contract.ts';

/** Product without its pages: everything under `/api`, the stand-ins and the job worker. */
export type Application = {
  app: FastifyInstance;
  context: AppContext;
  /** Returns a caller of the API in this process, with these headers and this client address. */
  callerOf: (headers: Record<string, string>, ip?: string) => Api;
  /** Returns a caller for the loaders of a page: the page request was counted, so these calls are not. */
  loaderCallerOf: (headers: Record<string, string>, ip: string) => Api;
  /** Queues a full reconciliation with the payment provider, for changes during the downtime. */
  queueReconciliation: () => Promise<void>;
  /** Shuts down, after `notice` milliseconds of failing readiness; none when another process takes over. */
  close: (how?: { notice: number; isReplaced: boolean }) => Promise<void>;
};

/** Assembles the product over an open database; `listening` returns the address it listens on. */
export async function createApplication(
  config: Config,
  { database, owner, direct, ownerUrl, usage, linkKey }: OpenDatabase,
  listening: () => string,
): Promise<Application> {
  const app = createHttp(config);
  const mailbox = config.smtpUrl ? null : createMailbox({ store: owner });
  const origin = () => config.publicUrl ?? listening();
  const provider = config.stripe ?? (await openStripeSandbox(app, owner, origin));
  const stripe = 'inspect' in provider ? provider : null;
  const context: AppContext = {
    ...contextOf(config, app.outages),
    database,
    stripe: stripeOf(config, provider, app.outages),
    pageInvalidation: openCacheInvalidation(direct, 'pages'),
    origin,
    linkKey,
    hasLocalMailbox: mailbox !== null,
  };
  await installJobs(direct, app.log);
  await ensureDefaultProducts(context);
  const transport = await transportOf(config, mailbox, app.outages);
  const jobs = await startJobWorker(app, context, { owner, direct, transport });
  const limits = config.rateLimits ? createLimits(owner, config.trustedProxies) : noLimits;
  applyAllowances(app, limits);
  const { siteOfRequest } = startHosts(app, { config, origin, find: addressFinder(database) });
  await registerApiDocs(app);
  const payments = await startPayments({
    app,
    billing: context,
    ownerUrl,
    provider,
    sandbox: stripe,
    resumeOperations: () => resumeOperations(context),
    endDuplicates: (tenant) => endDuplicates(context, tenant),
  });
  serveContract(app, context, limits);
  const renderInvoice = (id: string) => renderProviderInvoice(context, id);
  serveSandbox(app, {
    mail: mailbox && sandboxMailOf(mailbox, context),
    payments: stripe && { sandbox: stripe, onClockAdvanced: payments.reconcileNow, renderInvoice },
    openTo: sandboxAudience(config),
  });
  const hub = startHub(app, context, { direct, limits, siteOfRequest });
  const exit = prepareShutdown(app, { onClosed: hub.disconnectAll });
  await serveObservability(app, context, { exit, owner, usage, ...hub });
  return {
    app,
    context,
    callerOf: (headers, ip) => callerOf(app, headers, ip),
    loaderCallerOf: (headers, ip) => loaderCallerOf(app, headers, ip),
    queueReconciliation: payments.scheduleReconcile,
    close: async (how = { notice: 0, isReplaced: false }) => {
      await Promise.all([exit.drain(how.notice, how), jobs.stop(), payments.stop()]);
      await app.close();
      await Promise.all([payments.close(), context.pageInvalidation.close()]);
      await stripe?.close();
    },
  };
}

/** Returns the client of the payment provider, whose outages are recorded. */
const stripeOf = (
  { stripeTax: automaticTax }: Config,
  provider: Parameters<typeof createStripeClient>[0],
  outages: Outages,
) => watchCalls(createStripeClient(provider, { automaticTax }), outages, 'payment provider');

/** Returns the parts of the context that follow from the settings alone. */
const contextOf = (config: Config, outages: Outages) => ({
  config,
  storage: watchCalls(openStorage(config), outages, 'file storage'),
  lookupTxt: createTxtLookup(config.dnsServers),
  encryption: createEncryption(config),
});

type HubDependencies = Pick<Parameters<typeof serveHub>[1], 'direct' | 'limits' | 'siteOfRequest'>;

/** Serves the hub for the sessions of each site. */
const startHub = (
  app: FastifyInstance,
  { config, database, origin }: AppContext,
  dependencies: HubDependencies,
) =>
  serveHub(app, {
    ...dependencies,
    database,
    origin,
    sessionHash,
    isLimited: config.rateLimits,
    operatorsNeedFactor: operatorsNeedFactor(config),
    logRefusal: (refusal, cause) => logRefusal(app.log, refusal, cause),
  });

/** Returns the mailbox with samples of every kind of email, whose code loads with the first preview. */
const sandboxMailOf = (mailbox: Mailbox, context: AppContext) => ({
  list: (to: string | undefined) => mailbox.list(to ? { to } : {}),
  find: (id: string) => mailbox.find(id),
  samples: async (locale: Locale) =>
    (await import('./sample-mails.ts')).sampleMails(context, locale),
});

/** Behind a proxy without headers every visitor appears local, so that this proves nothing. */
function sandboxAudience(config: Config) {
  if (config.sandboxPublic) return 'all';
  return isReachable(config) ? 'none' : 'local';
}

async function transportOf(
  { smtpUrl, mailFrom }: Config,
  mailbox: Mailbox | null,
  outages: Outages,
): Promise<MailTransport> {
  if (mailbox) return { send: (mail) => mailbox.deliver(mail) };
  const { smtpTransport } = await import('./platform/mail/smtp.ts');
  return watchCalls(smtpTransport(smtpUrl ?? '', mailFrom), outages, 'mail server');
}

type Observed = Pick<MetricsOptions, 'owner' | 'usage' | 'sockets'> &
  Pick<StatusHistoryOptions, 'isLive'> & { exit: Shutdown };

/** Serves health checks, metrics and traces for operators (R-REL-07), and keeps the history of the status page. */
async function serveObservability(
  app: FastifyInstance,
  { config, database }: AppContext,
  { exit, isLive, ...observed }: Observed,
) {
  const record = (dependency: Dependency) => (failure: unknown) =>
    failure === null ? app.outages.succeeded(dependency) : app.outages.failed(dependency, failure);
  const writes = watchWrites({ database, owner: observed.owner, onChecked: record('database') });
  const { log, outages } = app;
  const history = keepStatusHistory({ owner: observed.owner, outages, isLive, log });
  app.addHook('onClose', async () => {
    writes.stop();
    history.stop();
  });
  const checks = {
    isStorageUp: storageProbe(config, { onChecked: record('file storage') }),
    writeFailure: writes.failure,
  };
  serveHealth(app, { ...checks, database, shutdown: exit });
  serveMetrics(app, {
    ...observed,
    ...checks,
    token: config.metricsToken,
    isReachable: isReachable(config),
  });
  if (config.tracesTo === null) return;
  const { traceRequests } = await import('./platform/http/observability/traces.ts');
  traceRequests(app, { to: config.tracesTo, trustedProxies: config.trustedProxies });
}
