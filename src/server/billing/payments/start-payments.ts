import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import {
  idleTransactionTimeoutMs,
  createPool,
  queryTimeoutMs,
} from '#server/platform/database/driver/pools.ts';
import { startJobs, type Task } from '#server/platform/jobs/start-jobs.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import { reconcileAll } from './reconcile-all.ts';
import type { BillingContext } from './reconcile.ts';
import { reconcileCustomer } from './webhook-inbox.ts';
import { serveWebhook } from './webhook.ts';

export type PaymentsOptions = {
  app: FastifyInstance;
  billing: BillingContext & { database: Database; stripe: StripeClient };
  /** The owner's connection string: payments have a pool and workers of their own. */
  ownerUrl: string;
  /** `webhookSecret` may list several signing secrets (`new,old`); null disables the webhook. */
  provider: { secretKey: string; webhookSecret: string | null };
  /** The payment sandbox, whose clock is followed and whose records are purged too; null with Stripe. */
  sandbox: (SandboxClock & { purge: () => Promise<void> }) | null;
  /** Finishes or undoes billing operations that were left unfinished. */
  resumeOperations: () => Promise<void>;
  /** Ends and refunds the subscriptions beyond the one that an organization may have. */
  endDuplicates: (tenant: TenantId) => Promise<void>;
};

const crons = { 'payments.sweep': '*/15 * * * *', 'payments.purge': '37 3 * * *' };

const purgeEventsSql = `delete from provider_events where settled_at < now() - interval '90 days'`;

const scheduleReconcileSql = `select app.add_job('payments.sweep', '{}', job_key => 'payments.sweep',
  run_at => now() + interval '5 seconds')`;

/** Starts the webhook, workers of its own, and reconciliation every 15 minutes and after a start. */
export async function startPayments(options: PaymentsOptions) {
  const { app, billing, ownerUrl, sandbox, provider } = options;
  const { database, stripe } = billing;
  const store = createPool({
    connectionString: ownerUrl,
    max: 5,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  });
  const { resumeOperations, endDuplicates } = options;
  const context = {
    ...billing,
    async endDuplicates(tenant: TenantId, duplicates: string[]) {
      app.log.warn({ tenant, duplicates }, 'ending and refunding duplicate subscriptions');
      await endDuplicates(tenant);
    },
  };
  const reconcile = (customer: string) => reconcileCustomer(store, context, customer);
  const reconcileEveryone = () =>
    reconcileAll({
      store,
      database,
      stripe,
      logger: app.log,
      reconcileCustomer: reconcile,
      resumeOperations,
    });
  const tasks: Record<keyof typeof crons | 'payments.reconcile', Task> = {
    'payments.reconcile': (payload) =>
      reconcile(z.object({ customer: z.string() }).parse(payload).customer),
    'payments.sweep': reconcileEveryone,
    'payments.purge': async () => {
      await store.query(purgeEventsSql);
      await sandbox?.purge();
    },
  };
  const secrets = provider.webhookSecret?.split(',').map((secret) => secret.trim()) ?? [];
  const livemode = /^[rs]k_live_/.test(provider.secretKey);
  serveWebhook(app, { database, stripe, secrets, livemode });
  await syncBillingClock(store, sandbox);
  const jobs = await startJobs({ pool: store, logger: app.log, tasks, crons, concurrency: 4 });
  return {
    /** Adopts the provider's clock and reconciles all customers immediately. */
    async reconcileNow() {
      await syncBillingClock(store, sandbox);
      await reconcileEveryone();
    },
    /** Schedules a full reconciliation five seconds after the start, in one of several processes. */
    async scheduleReconcile() {
      await store.query(scheduleReconcileSql);
    },
    stop: () => jobs.stop(),
    async close() {
      await jobs.stop();
      await store.end();
    },
  };
}

/** The payment sandbox's clock, which tests can advance. */
export type SandboxClock = {
  /** Returns the seconds by which the clock is ahead of real time. */
  clockOffset: () => Promise<number>;
};

/** Sets the billing clock for trials, grace and periods: the sandbox's, or the system's for Stripe. */
export async function syncBillingClock(store: OwnerDatabase, sandbox: SandboxClock | null) {
  const offset = sandbox ? await sandbox.clockOffset() : 0;
  await store.query('update app.billing_clock set offset_seconds = $1', [offset]);
}
