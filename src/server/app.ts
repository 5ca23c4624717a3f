import type { FastifyInstance } from 'fastify';
import type { Api } from '#contract/caller.ts';
import { contract } from '#contract/index.ts';
import { createMailbox, type Mailbox } from '#sandbox/mailbox/mailbox.ts';
import { paymentDoors } from '#sandbox/stripe/payment-doors.ts';
import { createStripeSandbox } from '#sandbox/stripe/sandbox.ts';
import { storeOf } from '#sandbox/stripe/store.ts';
import { accountsApi } from './accounts/api.ts';
import { accountCrons, purgeTasks } from './accounts/service/purge.ts';
import { resetTasks } from './accounts/service/reset.ts';
import { auditApi } from './audit/api.ts';
import { blogApi } from './blog/api.ts';
import { isReachable, type Config } from './config.ts';
import { openNews } from './database/news.ts';
import type { OpenDatabase } from './database/open.ts';
import { serveFiles } from './files/serve-files.ts';
import { openStorage, storageProbe } from './files/storage.ts';
import { fileCrons, fileTasks } from './files/sweep.ts';
import type { House } from './house.ts';
import { describeApi } from './http/docs.ts';
import { isSecure } from './http/headers.ts';
import { serveHealth } from './http/health.ts';
import { createHttp } from './http/http.ts';
import { callerOf, loaderCallerOf } from './http/in-process.ts';
import { prepareToLeave, type Leave } from './http/leave.ts';
import { limitArrivals, noLimits, openLimits, type Limits } from './http/limits.ts';
import { serveMetrics, type Observed } from './http/metrics.ts';
import { onceCrons, onceTasks } from './http/once.ts';
import { serveSandbox } from './http/sandbox.ts';
import { serve } from './http/serve.ts';
import { invitationsApi } from './invitations/api.ts';
import { installJobs, startJobs } from './jobs/start-jobs.ts';
import { mailboxTransport } from './mail/mailbox-transport.ts';
import { mailCrons, mailTasks } from './mail/sender.ts';
import { mailsApi } from './mails/api.ts';
import { membersApi } from './members/api.ts';
import { overviewApi } from './overview/api.ts';
import { createGateway } from './payments/gateway.ts';
import { startPayments } from './payments/start-payments.ts';
import { webhookAddress } from './payments/webhook.ts';
import { productsApi } from './products/api.ts';
import { ensureProducts } from './products/service/defaults.ts';
import { providerEventsApi } from './provider-events/api.ts';
import { serveHub } from './realtime/serve-hub.ts';
import { resourcesApi } from './resources/api.ts';
import { subscriptionsApi } from './subscriptions/api.ts';
import { endDuplicates } from './subscriptions/service/end-duplicates.ts';
import { resumeIntents } from './subscriptions/service/resume.ts';
import { tenantsApi } from './tenants/api.ts';
import { transactionsApi } from './transactions/api.ts';
import { usersApi } from './users/api.ts';

/** Product without its pages: everything under `/api`, the stand-ins and the job worker. */
export type Product = {
  app: FastifyInstance;
  house: House;
  /** Returns a caller of the API in this process, with these headers and this client address. */
  callerOf: (headers: Record<string, string>, ip?: string) => Api;
  /** Returns a caller for the loaders of a page: the page request was counted, so these calls are not. */
  loaderCallerOf: (headers: Record<string, string>, ip: string) => Api;
  /** Queues a full reconciliation with the payment provider, for changes during the downtime. */
  catchUpSoon(): Promise<void>;
  /**
   * Shuts down, after `notice` milliseconds in which readiness already fails (`http/leave.ts`); without
   * notice when another process takes over.
   */
  close(how?: { notice: number; isReplaced: boolean }): Promise<void>;
};

/** Assembles the product over an open database; `listening` returns the address it listens on. */
export async function createProduct(
  config: Config,
  { database, owner, direct, ownerUrl, usage }: OpenDatabase,
  listening: () => string,
): Promise<Product> {
  const app = createHttp(config);
  const mailbox = config.smtpUrl ? null : createMailbox({ store: owner });
  const origin = () => config.publicUrl ?? listening();
  const provider = config.stripe ?? (await openStandIn(app, owner, origin));
  const stripe = 'inspect' in provider ? provider : null;
  const house: House = {
    config,
    database,
    gateway: createGateway(provider),
    catalogueNews: openNews(direct, 'catalogue'),
    storage: openStorage(config),
    origin,
    mailIsLocal: mailbox !== null,
  };
  await installJobs(direct, app.log);
  await ensureProducts(house);
  const jobs = await startWork(app, house, { owner, direct, mailbox });
  const limits = config.rateLimits ? openLimits(owner, config.trustedProxies) : noLimits;
  limitArrivals(app, limits);
  await describeApi(app);
  const payments = await startPayments({
    app,
    billing: house,
    ownerUrl,
    provider,
    sandbox: stripe,
    resumeIntents: () => resumeIntents(house),
    endDuplicates: (tenant) => endDuplicates(house, tenant),
  });
  serveSubjects(app, house, limits);
  serveFiles(app, house.storage);
  serveSandbox(app, {
    mail: mailbox && ((to) => mailbox.list(to ? { to } : {})),
    payments: stripe && paymentDoors(stripe, payments.catchUp),
    openTo: sandboxOpenTo(config),
  });
  const hub = serveHub(app, { database, direct, origin, isLimited: config.rateLimits, limits });
  const exit = prepareToLeave(app, { onClosed: hub.sendAway });
  await serveWatchers(app, house, { exit, owner, usage, sockets: hub.sockets });
  return {
    app,
    house,
    callerOf: (headers, ip) => callerOf(app, headers, ip),
    loaderCallerOf: (headers, ip) => loaderCallerOf(app, headers, ip),
    catchUpSoon: payments.catchUpSoon,
    close: async (how = { notice: 0, isReplaced: false }) => {
      await Promise.all([exit.leave(how.notice, how), jobs.stop(), payments.stop()]);
      await app.close();
      await Promise.all([payments.close(), house.catalogueNews.close()]);
      await stripe?.close();
    },
  };
}

/**
 * Behind a proxy that sets no header every visitor appears local: on a reachable server that proves
 * nothing.
 */
const sandboxOpenTo = (config: Config) => {
  if (config.sandboxPublic) return 'everybody';
  return isReachable(config) ? 'nobody' : 'local';
};

/** Starts the worker for queued and scheduled jobs. */
const startWork = async (
  app: FastifyInstance,
  house: House,
  { owner, direct, mailbox }: Pick<OpenDatabase, 'owner' | 'direct'> & { mailbox: Mailbox | null },
) =>
  startJobs({
    pool: direct,
    logger: app.log,
    tasks: {
      ...resetTasks(house),
      ...purgeTasks(owner),
      ...fileTasks({ store: owner, storage: house.storage, dataDir: house.config.dataDir }),
      ...onceTasks(owner),
      ...mailTasks({
        store: owner,
        logger: app.log,
        transport: await transportOf(house.config, mailbox),
      }),
    },
    crons: { ...accountCrons, ...fileCrons, ...mailCrons, ...onceCrons },
  });

// The stand-in listens on this machine only; its key is no secret.
const secretKey = 'sk_test_sandbox';

/** Creates the stand-in for Stripe; its webhooks go to this process once that listens. */
async function openStandIn(
  app: FastifyInstance,
  owner: OpenDatabase['owner'],
  origin: () => string,
) {
  const sandbox = await createStripeSandbox({
    store: storeOf(owner),
    secretKey,
    webhookUrl: () => webhookAddress(app),
    pagesOrigin: origin,
    onError: (error) => app.log.error({ err: error }, 'the payment sandbox failed'),
  });
  return { ...sandbox, secretKey };
}

const transportOf = async ({ smtpUrl, mailFrom }: Config, mailbox: Mailbox | null) => {
  if (mailbox) return mailboxTransport(mailbox);
  const { smtpTransport } = await import('./mail/smtp.ts');
  return smtpTransport(smtpUrl ?? '', mailFrom);
};

/** Serves every module of the contract; the types report a missing one. */
const serveSubjects = (app: FastifyInstance, house: House, limits: Limits) => {
  const { config, database } = house;
  const subject = serve(app, { database, limits, isSecure: isSecure(config.publicUrl) });
  subject(contract.accounts, accountsApi(house));
  subject(contract.users, usersApi(house));
  subject(contract.tenants, tenantsApi(house));
  subject(contract.members, membersApi(house.database));
  subject(contract.invitations, invitationsApi(house));
  subject(contract.products, productsApi(house));
  subject(contract.subscriptions, subscriptionsApi(house));
  subject(contract.providerEvents, providerEventsApi(house.database));
  subject(contract.transactions, transactionsApi(house));
  subject(contract.resources, resourcesApi(house));
  subject(contract.mails, mailsApi(house.database));
  subject(contract.audit, auditApi(house.database));
  subject(contract.overview, overviewApi(house.database));
  const blogFailed = (error: unknown) =>
    app.log.error({ err: error }, 'blog posts could not be read');
  subject(contract.blog, blogApi(house, blogFailed));
};

/** Serves health checks, metrics and traces for operators (R-REL-07). */
const serveWatchers = async (
  app: FastifyInstance,
  { config, database }: House,
  { exit, ...observed }: Omit<Observed, 'token' | 'isReachable' | 'isStorageUp'> & { exit: Leave },
) => {
  const isStorageUp = storageProbe(config);
  serveHealth(app, { database, exit, isStorageUp });
  serveMetrics(app, {
    ...observed,
    isStorageUp,
    token: config.metricsToken,
    isReachable: isReachable(config),
  });
  if (config.tracesTo === null) return;
  const { traceRequests } = await import('./http/traces.ts');
  traceRequests(app, { to: config.tracesTo, trustedProxies: config.trustedProxies });
};
