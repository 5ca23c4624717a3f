export const factorMail = {
  note: 'If this wasn’t you, set a new password now and contact support.',
  totpAdded: {
    subject: 'An authenticator app was added to your account',
    text: 'Signing in now also asks for a code from your authenticator app. Your other sessions were ended.',
    action: 'Set a new password',
  },
  totpRemoved: {
    subject: 'The authenticator app was removed from your account',
    text: 'Signing in no longer asks for a code from your authenticator app. Your other sessions were ended.',
    action: 'Set a new password',
  },
  recoveryCodesReplaced: {
    subject: 'Your recovery codes were replaced',
    text: 'New recovery codes were created for your account. The former ones no longer work.',
    action: 'Set a new password',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used to sign in',
    text: 'One of your recovery codes was just used. It can’t be used again.',
    action: 'Set a new password',
  },
  passkeyAdded: {
    subject: 'A passkey was added to your account',
    text: 'You can now sign in with this passkey. If you sign in with your password or Google, a second factor is asked for.',
    action: 'Set a new password',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your account',
    text: 'The passkey can no longer be used to sign in. Your other sessions were ended.',
    action: 'Set a new password',
  },
  factorsRemoved: {
    subject: 'Your second factor was removed',
    text: 'At your request, support removed the second factors of your account, including its passkeys and recovery codes, and ended your sessions. Sign in and set up a new one.',
    action: 'Set a new password',
  },
};
