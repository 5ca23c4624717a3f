import type { factors } from '#contract/factors/factors.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { completeSignIn } from './service/complete-sign-in.ts';
import { removeDevice } from './service/devices.ts';
import { listFactors } from './service/list.ts';
import { confirmTotp, removeTotp, replaceRecoveryCodes } from './service/manage.ts';
import { signInWithPasskey, startPasskeySignIn } from './service/passkey-sign-in.ts';
import { addPasskey, removePasskey, startPasskey, updatePasskey } from './service/passkeys.ts';
import { removeOfUser } from './service/remove-of-user.ts';
import { getStepUpMethods, startPasskeyStepUp, stepUp } from './service/step-up.ts';
import { startTotp } from './service/totp.ts';

export function factorsApi(context: AppContext): Handlers<typeof factors> {
  const { database } = context;
  return {
    completeSignIn: ({ body, userAgent }) => completeSignIn(context, body, userAgent),
    startPasskeySignIn: ({ body }) => startPasskeySignIn(context, body.challenge),
    signInWithPasskey: ({ body, userAgent }) => signInWithPasskey(context, body.passkey, userAgent),
    getStepUpMethods: ({ session }) => getStepUpMethods(context, session),
    startPasskeyStepUp: ({ session }) => startPasskeyStepUp(context, session),
    stepUp: ({ session, body }) => stepUp(context, session, body),
    getAll: ({ session }) => listFactors(context, session),
    startTotp: ({ session }) => startTotp(context, session),
    confirmTotp: ({ session, body }) => confirmTotp(context, session, body.code),
    removeTotp: ({ session }) => removeTotp(context, session),
    replaceRecoveryCodes: ({ session }) => replaceRecoveryCodes(context, session),
    startPasskey: ({ session }) => startPasskey(context, session),
    addPasskey: ({ session, body }) => addPasskey(context, session, body),
    updatePasskey: ({ session, params, body }) =>
      updatePasskey(database, session, { ...params, ...body }),
    removePasskey: ({ session, params }) => removePasskey(context, session, params.id),
    removeOfUser: ({ params, body }) => removeOfUser(context, { ...params, ...body }),
    removeDevice: ({ session, params }) => removeDevice(database, session, params.id),
  };
}
