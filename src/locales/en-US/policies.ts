/** Policies of an organization, and what keeps a session out of it. */
export const policies = {
  title: 'Security',
  text: 'How members sign in to {{name}}, and who can be invited.',
  inPerson: 'Only the account holder can see and change the policies.',
  form: {
    title: 'Sign-in policies',
    text: 'They apply at each member’s next click, in this organization alone.',
    saved: 'Policies saved',
  },
  factor: {
    title: 'Second factor',
    require: 'Require a second factor',
    requireHint:
      'Members need an authenticator app or a passkey. Signing in through your identity provider counts as one.',
    days: 'Days to set it up',
    daysHint: 'At most {{max}}. New members count from the day they join; 0 means immediately.',
    own: 'You need a second factor yourself before you require one.',
  },
  methods: {
    title: 'Allowed ways to sign in',
    password: 'Password',
    google: 'Google',
    passkey: 'Passkey',
    link: 'Link by email',
    ssoOnly: 'Single sign-on only',
    ssoOnlyHint: 'Members enter through your identity provider and in no other way.',
    breakGlass: 'Owner with emergency access',
    breakGlassHint:
      'Can still enter with a password and a second factor, for example when the identity provider is down. All owners then get an email.',
    choose: 'Choose an owner',
    unavailable: 'Connect your identity provider and verify a domain first.',
    paused:
      'Single sign-on doesn’t work at the moment, so members can enter with a password, Google or a passkey until it does.',
  },
  sessions: {
    title: 'Sessions',
    session: 'Sign in again after (hours)',
    sessionHint: 'At most {{max}}, counted from signing in',
    idle: 'Sign out when idle for (hours)',
    idleHint: 'At most {{max}}',
  },
  members: {
    title: 'New members',
    domains: 'Allowed email domains',
    domainsHint: 'For invitations and invite links, one per line. Empty: any.',
  },
  sso: {
    title: 'Single sign-on',
    text: 'Connect your identity provider and verify the domains of your email addresses.',
    locked: 'Comes with {{plan}}. Members then sign in through your identity provider.',
    open: 'Manage single sign-on',
  },
  banner: {
    text: '{{organization}} requires a second factor from {{date}}. Set one up before that to keep your access.',
    action: 'Set it up',
  },
  entry: {
    factorTitle: 'Set up a second factor',
    factorText:
      '{{organization}} requires a second factor. It takes a minute and protects your account everywhere.',
    factorGrace: 'You can enter without one until {{date}}.',
    passkey: 'Add a passkey',
    passkeyText: 'Your fingerprint, face or screen lock. The fastest way.',
    totp: 'Set up an authenticator app',
    totpText: 'A code from an app on your phone.',
    passkeyFailed: 'The passkey wasn’t created. Try again, or use an authenticator app.',
    later: 'Later',
    ssoTitle: 'Continue with single sign-on',
    ssoText: '{{organization}} admits sessions of its identity provider only.',
    sso: 'Continue',
    againTitle: 'Sign in again',
    again: 'Sign out and sign in',
    others: 'Your other organizations',
    signOut: 'Sign out',
  },
  list: {
    without: 'No second factor',
    due: 'Set up by {{date}}',
  },
};
