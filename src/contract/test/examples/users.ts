import type { users } from '#contract/users.ts';
import { personNames, tinyPicture, wrongPassword as password, type Examples } from './example.ts';

export const userExamples: Examples<typeof users> = {
  calls: {
    get: { params: { id: 'user' } },
    update: { params: { id: 'self' }, body: () => personNames, audit: 'user.changed' },
    updateLocale: { params: { locale: { text: 'hi-IN' } }, audit: 'user.changed' },
    updateTimeZone: {
      body: () => ({ timeZone: 'America/Sao_Paulo' }),
      audit: { none: 'how dates are written to a person is theirs' },
    },
    updateAvatar: {
      body: () => ({ avatar: tinyPicture }),
      audit: 'user.changed',
      repeat: 'sets the same picture',
    },
    updatePassword: {
      body: () => ({
        passwordCurrent: 'another one',
        passwordNew: password,
        passwordConfirm: password,
      }),
      audit: 'user.changed',
      act: async ({ registerOwner, password: passwordCurrent }) => {
        const { id, api } = await registerOwner();
        const body = { passwordCurrent, passwordNew: password, passwordConfirm: password };
        await api.users.updatePassword({ body });
        return id;
      },
    },
    updateDefaultTenant: {
      params: { userId: 'self', tenantId: 'tenant' },
      audit: 'user.changed',
      repeat: 'sets the same organization',
    },
    revokeSession: { params: { id: 'session' }, audit: 'session.changed' },
    removeSelf: { audit: 'user.removed' },
    setPassword: {
      params: { userId: 'user' },
      body: () => ({ password }),
      audit: 'user.changed',
      repeat: 'sets the same password',
    },
    setPasswordInPath: {
      params: { userId: 'user', password: { text: password } },
      audit: 'user.changed',
      repeat: 'sets the same password',
    },
    removeOfAny: { params: { id: 'user' }, audit: 'user.removed' },
  },
};
