import type { AppContext } from '#server/platform/app-context.ts';
import { passwordResetTasks } from './password-reset.ts';
import { accountPurgeTasks } from './purge.ts';
import { verificationTasks } from './verification-mail.ts';

export { accountCrons } from './purge.ts';

/** Returns the tasks of this module: emails with links, and the end of retention periods. */
export const accountTasks = (
  store: Parameters<typeof accountPurgeTasks>[0],
  context: AppContext,
) => ({
  ...passwordResetTasks(context),
  ...verificationTasks(context),
  ...accountPurgeTasks(store),
});
