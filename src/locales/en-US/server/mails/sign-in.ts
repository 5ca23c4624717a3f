/** Emails about signing in. */
export const signInMails = {
  registeredAgain: {
    subject: 'Someone tried to register with your email',
    text: 'Someone tried to register with this email, which already has an account. Nothing was changed. If this was you, sign in, or choose a new password if you forgot yours.',
    action: 'Choose a new password',
    note: 'If this wasn’t you, ignore this email. Your account stays the same.',
  },
  newEmail: {
    subject: 'Confirm your new email for Pregão',
    text: 'Confirm that this is the new email of your Pregão account. The link works once and expires in one hour.',
    action: 'Confirm my email',
    note: 'If you didn’t ask for this, ignore this email. Nothing will happen.',
  },
  emailTaken: {
    subject: 'Someone tried to use your email for another account',
    text: 'Someone asked to make this the email of another Pregão account. It already has an account, so nothing was changed. If this was you, use another email or delete this account first.',
  },
  emailChanged: {
    subject: 'The email of your Pregão account was changed',
    text: 'Your Pregão account now uses another email. If you changed it, there’s nothing to do.',
    note: 'If this wasn’t you, restore this email within 72 hours. The link signs out every browser and lets you choose a new password, even if your password was changed.',
    action: 'This wasn’t me',
  },
  googleLinked: {
    subject: 'A Google account was linked to your Pregão account',
    text: 'A Google account can now sign in to your account.',
    action: 'This wasn’t me',
  },
  googleUnlinked: {
    subject: 'The Google account was unlinked from your Pregão account',
    text: 'Your Google account no longer signs in, and you were signed out of your other sessions.',
    action: 'Set a new password',
  },
  newDevice: {
    subject: 'New sign-in to your Pregão account',
    text: 'Someone signed in to your account in a browser that we don’t know. If this was you, there’s nothing to do.',
    note: 'If this wasn’t you, secure your account now. The link works for 72 hours: it signs out every browser and lets you choose a new password.',
    action: 'This wasn’t me',
    time: 'Time',
    browser: 'Browser',
    unknown: 'Unknown',
  },
  signInLink: {
    subject: 'Your sign-in link for Pregão',
    text: 'Open this link to sign in. It works once and expires in 15 minutes.',
    action: 'Sign in',
    note: 'If you didn’t ask for this, ignore this email. Don’t forward it: the link signs in to your account.',
  },
};
