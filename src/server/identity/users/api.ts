import { UserType } from '#contract/access.ts';
import { LoginType } from '#contract/statuses.ts';
import { users } from '#contract/users.ts';
import { updatePassword, setPassword } from '#server/identity/accounts/service/change-password.ts';
import {
  previewRemoval,
  removeAnyAccount,
  removeOwnAccount,
} from '#server/identity/accounts/service/remove.ts';
import { listSessions, revokeSession } from '#server/identity/accounts/service/session.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { nameIn, operatorExport } from '#server/platform/http/lists/operator-export.ts';
import { listAllUsers } from './service/all-users.ts';
import { exportData } from './service/export-data.ts';
import {
  get,
  update,
  updateAvatar,
  updateDefaultTenant,
  updateLocale,
  updateTimeZone,
} from './service/profile.ts';
import { getUserRecord } from './service/user-record.ts';

export function usersApi(context: AppContext): Handlers<typeof users> {
  const { database } = context;
  return {
    getCurrent: ({ session }) => getUserRecord(database, session.user),
    get: ({ session, params }) => get(database, session, params.id),
    update: ({ session, params, body }) => update(database, session, { ...params, ...body }),
    updateLocale: ({ session, params }) => updateLocale(database, session, params.locale),
    updateTimeZone: ({ session, body }) => updateTimeZone(database, session, body.timeZone),
    updateAvatar: ({ session, body }) => updateAvatar(context, session, body.avatar),
    updatePassword: ({ session, body }) => updatePassword(context, session, body),
    updateDefaultTenant: ({ session, params }) => updateDefaultTenant(database, session, params),
    getSessions: ({ session }) => listSessions(database, session),
    revokeSession: ({ session, params }) => revokeSession(database, session, params.id),
    exportData: ({ session }) => exportData(context, session),
    getDeletion: ({ session }) => previewRemoval(database, session),
    removeSelf: ({ session }) => removeOwnAccount(context, session),
    getAllOfAll: ({ query }) => listAllUsers(database, query),
    exportOfAll: operatorExport(database, {
      name: 'users',
      access: users.endpoints.exportOfAll.access,
      read: listAllUsers,
      columns: [
        'id',
        'email',
        'firstName',
        'lastName',
        'phone',
        { type: ({ type }) => nameIn(UserType, type) },
        'operatorRole',
        { loginType: ({ loginType }) => nameIn(LoginType, loginType) },
        'active',
        'suspensionReason',
        { organizations: ({ tenants }) => tenants.map(({ tenant }) => tenant.name).join('; ') },
      ],
    }),
    setPassword: ({ params, body }) => setPassword(context, { ...params, ...body }),
    setPasswordInPath: ({ params }) => setPassword(context, params),
    removeOfAny: ({ params }) => removeAnyAccount(context, params.id),
  };
}
