export const mail = {
  footer: 'You receive this message because somebody used this address at Pregão.',
  fallback: 'If the button does not work, open this address:',
  verify: {
    subject: 'Verify your account at Pregão',
    greeting: 'Hello {{name}},',
    text: 'Your organization {{organization}} is ready. Choose a password to verify your account and sign in.',
    action: 'Verify my account',
    ignore: 'If you did not register, ignore this message: nothing will happen.',
  },
  reset: {
    subject: 'Reset your password at Pregão',
    greeting: 'Hello {{name}},',
    text: 'You asked for a new password. The link works once.',
    action: 'Choose a new password',
    ignore: 'If it was not you, ignore this message: your password stays as it is.',
  },
  passwordChanged: {
    subject: 'Your password at Pregão was changed',
    greeting: 'Hello {{name}},',
    text: 'Your password was changed just now, and your other sessions have ended.',
    ignore: 'If it was not you, set a new password at once:',
    action: 'Set a new password',
  },
  organizationDeleted: {
    subject: '{{organization}} was deleted at Pregão',
    greeting: 'Hello {{name}},',
    text: 'The organization {{organization}} was deleted by its owner, with everything in it. Its subscription has ended: nothing more will be charged.',
  },
};
