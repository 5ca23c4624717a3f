import { expect, test } from 'vitest';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';

/**
 * Calls that write without a recent authentication, by the reason why they need none. A new call belongs here only if it
 * grants no access, moves no address, creates no credential and lowers no protection; any other declares step-up
 * authentication, or `access.stepUpRequired` if only some of its changes need it (R-MFA-08).
 */
const exceptions: Record<string, string[]> = {
  'authenticates, by a password, a factor, a provider or a mailed token': [
    'accounts.login',
    'accounts.register',
    'accounts.resendVerification',
    'accounts.correctEmail',
    'accounts.reset',
    'accounts.verify',
    'factors.completeSignIn',
    'factors.signInWithPasskey',
    'factors.startPasskeySignIn',
    'factors.startPasskeyStepUp',
    'factors.stepUp',
    'invitations.accept',
    'invitations.askAgain',
    'operators.accept',
    'signIn.confirmEmail',
    'signIn.openLink',
    'signIn.requestLink',
    'signIn.secure',
    'signIn.undoEmail',
    'sso.answer',
    'sso.findProvider',
    'sso.finish',
    'sso.start',
    'sso.startStepUp',
  ],
  'takes access or power away': [
    'accounts.logout',
    'apiKeys.revoke',
    'archives.remove',
    'factors.removeDevice',
    'invitations.cancelRequest',
    'members.deactivateOfAny',
    'members.removeOfAny',
    'operators.withdraw',
    'scim.revokeToken',
    'suspensions.suspendTenant',
    'suspensions.suspendUser',
    'users.revokeSession',
    'webhooks.remove',
  ],
  'gives access below an owner’s, as people do every day; the log and emails tell owners': [
    'invitations.acceptUser',
    'invitations.requestAccess',
  ],
  'follows an impersonation, which needed it': ['accounts.allowWriting'],
  'changes how a person or an organization looks, or what a person has seen': [
    'announcements.dismiss',
    'chat.markRead',
    'factors.updatePasskey',
    'legal.accept',
    'notifications.markAllRead',
    'notifications.markRead',
    'notifications.unsubscribe',
    'notifications.updateSetting',
    'onboarding.hide',
    'tenants.updateImage',
    'users.update',
    'users.updateAvatar',
    'users.updateDefaultTenant',
    'users.updateLocale',
    'users.updateTimeZone',
  ],
  'changes nothing': ['imports.preview', 'policies.findSignIn', 'resources.download'],
  'changes records of an organization': [
    'imports.create',
    'imports.undo',
    'onboarding.addSamples',
    'onboarding.removeSamples',
    'tenants.create',
    'comments.create',
    'comments.remove',
    'comments.restore',
    'comments.update',
    'transactions.create',
    'transactions.remove',
    'transactions.removeMany',
    'transactions.restore',
    'transactions.update',
    'transactions.updateMany',
    'webhooks.replay',
    'webhooks.replayMany',
    'webhooks.sendTest',
  ],
  'uses the payment method, which is changed after step-up only': [
    'billing.updateDetails',
    'subscriptions.cancel',
    'subscriptions.createCardToken',
    'subscriptions.payInvoice',
    'subscriptions.update',
  ],
  'is the work of operators, who always have a second factor': [
    'announcements.create',
    'announcements.end',
    'announcements.remove',
    'announcements.update',
    'coupons.create',
    'coupons.update',
    'legal.create',
    'mails.retry',
    'products.create',
    'products.createFeature',
    'products.createPrice',
    'products.createPrices',
    'products.generateDefaults',
    'products.remove',
    'products.removeFeature',
    'products.removePrice',
    'products.repair',
    'products.update',
    'products.updateFeature',
    'products.updatePrice',
    'providerEvents.replay',
    'resources.create',
    'resources.remove',
    'resources.update',
    'resources.upload',
    'support.answerDispute',
    'support.changePlan',
    'support.credit',
    'support.extendTrial',
    'support.grantPlan',
    'support.refund',
    'support.resendReceipt',
    'support.retryReversal',
    'transactions.removeOfAny',
  ],
};

/** Returns whether a call needs step-up authentication: always, for some of its changes, or never. */
const stepUpOf = ({ access, errors }: Endpoint) => {
  if ('stepUp' in access && access.stepUp) return 'always';
  return errors?.includes('access.stepUpRequired') ? 'sometimes' : 'never';
};

const calls = Object.entries(contract).flatMap(([subject, { endpoints }]: [string, Subject]) =>
  Object.entries(endpoints).map(([call, endpoint]) => ({
    name: `${subject}.${call}`,
    reads: endpoint.method === 'GET',
    stepUp: stepUpOf(endpoint),
  })),
);
const named = (wanted: { reads: boolean; stepUp: string }) =>
  calls
    .filter(({ reads, stepUp }) => reads === wanted.reads && stepUp === wanted.stepUp)
    .map(({ name }) => name)
    .toSorted();

test('every call that writes needs step-up authentication, or has a reason not to (R-MFA-08)', () => {
  const place =
    'declare step-up authentication, or add the call with its reason to `exceptions` in this file';
  expect(named({ reads: false, stepUp: 'never' }), place).toEqual(
    Object.values(exceptions).flat().toSorted(),
  );
});

test('some changes of these calls alone need step-up authentication (R-MFA-08)', () => {
  expect(named({ reads: false, stepUp: 'sometimes' }), 'add the call to this list').toEqual([
    'invitations.invite',
    'invitations.inviteMany',
    'invitations.resend',
    'invitations.updateSettings',
    'members.deactivate',
    'members.reactivate',
    'members.remove',
    'members.update',
    'tenants.update',
  ]);
});

test('the copy of a person’s data is read after step-up authentication only (R-MFA-08)', () => {
  expect(named({ reads: true, stepUp: 'always' })).toEqual(['users.exportData']);
});
