import type { FastifyInstance } from 'fastify';
import { payerTasks } from './billing/payments/payer-email.ts';
import { usageCrons, usageTasks } from './billing/usage/service/tasks.ts';
import { archiveCrons, archiveTasks } from './enterprise/archives/service/tasks.ts';
import {
  startWebhookSender,
  webhookCrons,
  webhookTasks,
} from './enterprise/webhooks/service/tasks.ts';
import { accountCrons, accountTasks } from './identity/accounts/service/tasks.ts';
import { domainCrons, domainTasks } from './identity/domains/service/tasks.ts';
import { policyTasks } from './identity/policies/service/tasks.ts';
import { emailTasks } from './identity/sign-in/service/email-tasks.ts';
import { ssoCrons, ssoTasks } from './identity/sso/service/tasks.ts';
import type { AppContext } from './platform/app-context.ts';
import type { OpenDatabase } from './platform/database/open.ts';
import { fileCrons, fileTasks } from './platform/files/cleanup.ts';
import { idempotencyCrons, idempotencyTasks } from './platform/http/contract/idempotency.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { mailCrons, mailTasks, type MailTransport } from './platform/mail/sender.ts';
import { notificationCrons, notificationTasks } from './platform/notifications/service/tasks.ts';
import { auditCrons, auditTasks } from './product/audit/service/tasks.ts';

/** Starts the worker of the background jobs, with the tasks and the schedules of every module, and sends webhooks. */
export async function startJobWorker(
  app: FastifyInstance,
  context: AppContext,
  {
    owner,
    direct,
    transport,
  }: Pick<OpenDatabase, 'owner' | 'direct'> & { transport: MailTransport },
) {
  const jobs = await startJobs({
    pool: direct,
    logger: app.log,
    tasks: {
      ...accountTasks(owner, context),
      ...emailTasks(context),
      ...fileTasks({ store: owner, storage: context.storage, dataDir: context.config.dataDir }),
      ...idempotencyTasks(owner),
      ...usageTasks(owner, context),
      ...notificationTasks(owner, context),
      ...domainTasks(owner, context),
      ...ssoTasks(owner),
      ...auditTasks(owner),
      ...archiveTasks(owner, context),
      ...payerTasks(context),
      ...policyTasks(owner, context),
      ...webhookTasks(owner),
      ...mailTasks({
        store: owner,
        logger: app.log,
        transport,
      }),
    },
    crons: {
      ...accountCrons,
      ...fileCrons,
      ...mailCrons,
      ...idempotencyCrons,
      ...usageCrons,
      ...notificationCrons,
      ...domainCrons,
      ...ssoCrons,
      ...auditCrons,
      ...archiveCrons,
      ...webhookCrons,
    },
  });
  const sender = startWebhookSender({ store: owner, context, logger: app.log });
  return {
    stop: async () => {
      await Promise.all([jobs.stop(), sender.stop()]);
    },
  };
}
