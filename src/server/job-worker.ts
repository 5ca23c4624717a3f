import type { FastifyInstance } from 'fastify';
import { accountCrons, accountTasks } from './accounts/service/tasks.ts';
import type { AppContext } from './app-context.ts';
import { archiveCrons, archiveTasks } from './archives/service/tasks.ts';
import { auditCrons, auditTasks } from './audit/service/tasks.ts';
import type { OpenDatabase } from './database/open.ts';
import { domainCrons, domainTasks } from './domains/service/tasks.ts';
import { fileCrons, fileTasks } from './files/cleanup.ts';
import { idempotencyCrons, idempotencyTasks } from './http/contract/idempotency.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { mailCrons, mailTasks, type MailTransport } from './mail/sender.ts';
import { notificationCrons, notificationTasks } from './notifications/service/tasks.ts';
import { payerTasks } from './payments/payer-email.ts';
import { policyTasks } from './policies/service/tasks.ts';
import { emailTasks } from './sign-in/service/email-tasks.ts';
import { ssoCrons, ssoTasks } from './sso/service/tasks.ts';
import { usageCrons, usageTasks } from './usage/service/tasks.ts';
import { startWebhookSender, webhookCrons, webhookTasks } from './webhooks/service/tasks.ts';

/** Starts the worker of the background jobs, with the tasks and the schedules of every module, and sends webhooks. */
export const startJobWorker = async (
  app: FastifyInstance,
  context: AppContext,
  {
    owner,
    direct,
    transport,
  }: Pick<OpenDatabase, 'owner' | 'direct'> & { transport: MailTransport },
) => {
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
};
