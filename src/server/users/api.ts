import type { users } from '#contract/users.ts';
import { removeAny, removeSelf } from '#server/accounts/service/remove.ts';
import { listSessions, revokeSession } from '#server/accounts/service/session.ts';
import { setPassword } from '#server/accounts/service/set-password.ts';
import { updatePassword } from '#server/accounts/service/update-password.ts';
import type { House } from '#server/house.ts';
import type { Handlers } from '#server/http/serve.ts';
import { listOfAll } from './service/all.ts';
import { getSelf } from './service/present.ts';
import { get, update, updateAvatar, updateDefaultTenant, updateLocale } from './service/profile.ts';

export const usersApi = (house: House): Handlers<typeof users> => {
  const { database } = house;
  return {
    getCurrent: ({ session }) => getSelf(database, session.user),
    get: ({ session, params }) => get(database, session, params.id),
    update: ({ session, params, body }) => update(database, session, { ...params, ...body }),
    updateLocale: ({ session, params }) => updateLocale(database, session, params.locale),
    updateAvatar: ({ session, body }) => updateAvatar(house, session, body.avatar),
    updatePassword: ({ session, body }) => updatePassword(house, session, body),
    updateDefaultTenant: ({ session, params }) => updateDefaultTenant(database, session, params),
    getSessions: ({ session }) => listSessions(database, session),
    revokeSession: ({ session, params }) => revokeSession(database, session, params.id),
    removeSelf: ({ session }) => removeSelf(house, session),
    getAllOfAll: ({ query }) => listOfAll(database, query),
    setPassword: ({ params, body }) => setPassword(house, { ...params, ...body }),
    setPasswordInPath: ({ params }) => setPassword(house, params),
    removeOfAny: ({ params }) => removeAny(house, params.id),
  };
};
