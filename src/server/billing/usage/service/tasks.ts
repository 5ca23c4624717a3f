import type { AppContext } from '#server/platform/app-context.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { measureTasks } from './measure.ts';
import { notifyTasks } from './notify.ts';

/** Schedule of the tasks of this module. */
export const usageCrons = { 'usage.notify': '* * * * *', 'usage.measure': '53 3 * * *' };

/** Returns the tasks of this module: mail notices of limits, and measure pictures without a size. */
export const usageTasks = (
  store: OwnerDatabase,
  context: AppContext,
): Record<keyof typeof usageCrons, Task> => ({
  ...notifyTasks(store, context),
  ...measureTasks({ store, storage: context.storage }),
});
