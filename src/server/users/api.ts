import type { users } from '#contract/users.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/serve.ts';
import { getSelf } from './service.ts';

export const usersApi = (database: Database): Handlers<typeof users> => ({
  getCurrent: ({ session }) => getSelf(database, session.user),
});
