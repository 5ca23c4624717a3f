export const sso = {
  title: 'Single sign-on',
  text: 'How people sign in to {{name}} with your identity provider.',
  domains: {
    title: 'Domains',
    text: 'Prove that your organization owns the domains of its email addresses. Only people with addresses in verified domains can sign in through your identity provider.',
    emptyTitle: 'No domains yet',
    emptyText: 'Add the domain of your email addresses to begin.',
    domain: 'Domain',
    add: 'Add domain',
    pending: 'Not verified',
    verified: 'Verified',
    failing: 'Record missing',
    missing:
      'We no longer find the TXT record. Restore it by {{date}}, or the domain is no longer verified.',
    publish:
      'Publish this TXT record at your DNS provider and keep it there: it is checked every day.',
    recordName: 'Name',
    recordValue: 'Value',
    verify: 'Verify',
    verifiedNow: '{{domain}} is verified',
    remove: 'Remove',
    removeNamed: 'Remove {{domain}}',
    removeTitle: 'Remove {{domain}}?',
    removeText:
      'People with addresses in this domain can no longer sign in through your identity provider.',
  },
  connection: {
    title: 'Identity provider',
    text: 'Connect your identity provider with OpenID Connect or SAML 2.0: enter these addresses there, its details here, then test and activate.',
    protocol: 'Protocol',
    protocols: { oidc: 'OpenID Connect', saml: 'SAML 2.0' },
    callback: 'Redirect URI',
    signedOut: 'Redirect URI after signing out',
    issuer: 'Issuer',
    issuerHint: 'The address before /.well-known/openid-configuration',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    secretKept: 'A secret is stored. Leave the field empty to keep it.',
    signsOut: 'Sign out at the identity provider too',
    signsOutHint: 'When a person signs out here, if the identity provider supports it.',
    provisions: 'Add people on their first sign-in',
    provisionsHint:
      'As long as the plan has seats. Otherwise only members and invited people can sign in.',
    defaultRole: 'Role of new members',
    roleClaim: 'Claim or attribute with groups',
    roleClaimHint: 'Changes roles at each sign-in. Owners stay owners.',
    adminValue: 'Value for admins',
    memberValue: 'Value for members',
    guestValue: 'Value for guests',
    save: 'Save draft',
    saved: 'Saved. Test the connection next.',
  },
  saml: {
    entity: 'Entity ID and metadata',
    response: 'Reply address (ACS)',
    metadata: 'Metadata of your identity provider',
    metadataHint: 'Its address, or the XML. It fills in the fields below.',
    import: 'Fill in from metadata',
    imported: 'Filled in from the metadata. Check the fields, then save the draft.',
    issuer: 'Entity ID of your identity provider',
    signInUrl: 'Sign-in address',
    signOutUrl: 'Sign-out address',
    certificates: 'Signing certificates',
    certificatesHint:
      'One or more, as PEM. Add the next one before your identity provider changes its key.',
    expires: 'Expires',
  },
  activation: {
    title: 'Test and activate',
    text: 'Sign in at your identity provider once. You’ll see what it sends, and nothing changes for members until you activate the connection.',
    active: 'Active',
    inactive: 'Not active',
    inUse: 'Members sign in with these settings.',
    needsDraft: 'Save the details of your identity provider first.',
    tested: 'The draft was tested. You can activate it.',
    untested: 'The draft has not been tested yet.',
    test: 'Test connection',
    activate: 'Activate',
    activated: 'Single sign-on is active',
    deactivate: 'Deactivate',
    keys: 'These API keys are revoked: {{keys}}.',
    deactivateTitle: 'Deactivate single sign-on?',
    deactivateText:
      'Everyone who signed in through the identity provider is signed out now, you included if you did, and the API keys that they created then end. Members then sign in with their password. Those without one set it by email.',
    replaceTitle: 'Switch to another identity provider?',
    replaceText:
      'Everyone who signed in through the former one is signed out now, you included if you did, and the API keys that they created then end.',
    signInAddress: 'Direct link to sign in',
  },
  log: {
    title: 'Sign-in log',
    text: 'Sign-ins through the identity provider in the last 90 days. Refused people see the reference.',
    empty: 'No sign-ins yet',
    when: 'When',
    who: 'Email',
    what: 'Result',
    reference: 'Reference',
    more: 'Show more',
    linkAgain: 'Link again',
    linkTitle: 'Link {{email}} again?',
    linkText:
      'At the next sign-in, the account is linked to the identity that the provider then sends with this address. Do this only if it’s the same person.',
    linked: '{{email}} is linked at the next sign-in',
  },
  outcome: {
    signedIn: 'Signed in',
    joined: 'Signed in for the first time and joined',
    tested: 'The test succeeded',
    denied:
      'The identity provider denied the sign-in. Check there whether the person may use this application.',
    unreachable: 'The identity provider didn’t answer. Check the issuer and its status.',
    clientRejected:
      'The identity provider doesn’t accept the client ID or its secret. Enter them again and check the redirect URI.',
    responseInvalid:
      'The response isn’t what the protocol requires. Check the settings at the identity provider, or write to support with the reference.',
    responseExpired:
      'The response has expired or isn’t valid yet. Check the clock of the identity provider.',
    noEmail: 'The identity provider sends no verified email address. Add the claim “email”.',
    otherDomain:
      'The address isn’t in a verified domain. Add and verify its domain in the settings, or change the address at the identity provider.',
    accountRefused: 'The account with this address can’t sign in this way. Write to support.',
    noMember: 'The person is no member. Invite them, or let the connection add people.',
    memberRefused: 'The member is deactivated. Reactivate them in the member list.',
    noSeat: 'The plan has no free seat. Remove a member or choose a larger plan.',
    suspended: 'The organization is suspended, so new members can’t join. Write to support.',
    emailDomain:
      'The organization doesn’t admit new members at this domain. Add it to the allowed email domains, or change the address at the identity provider.',
    otherIdentity:
      'The account with this address belongs to another identity of the provider. If the provider now names the same person differently, link again. If the address has a new owner, remove the former member first.',
    unstableName:
      'The identity provider names the person differently at each sign-in. Choose a lasting name there: the format “persistent” or “email address”.',
    confirmed: 'Confirmed their identity again',
    notFresh:
      'The identity provider didn’t ask the person to sign in again, or doesn’t say when they did. It must support “max_age” (OpenID Connect) or “ForceAuthn” (SAML).',
    otherPerson: 'Another person confirmed than the one who is signed in here.',
    declined: 'Declined to join',
    encryption:
      'What the provider sent is encrypted with an algorithm that isn’t accepted, or for another key. Import our metadata again at the identity provider and choose AES-GCM, have it sign the response as well as the assertion, or switch encryption off.',
    algorithm:
      'The signature uses an algorithm that isn’t accepted. Choose RSA with SHA-256 or SHA-512 at the identity provider.',
    unsigned:
      'The assertion isn’t signed. Have the identity provider sign the assertion, not only the response.',
    signature:
      'No certificate of this connection fits the signature. If the identity provider has a new certificate, add it.',
    audience:
      'The response is for another audience. Enter our entity ID as the audience at the identity provider.',
    issuer:
      'The response names another issuer. Enter the issuer exactly as the identity provider shows it.',
    recipient:
      'The response is addressed to another place. Enter our reply address (ACS) at the identity provider.',
    otherRequest:
      'The response belongs to another sign-in or was used before. The person can start again.',
    unsolicited:
      'The identity provider answered without naming our request. Have its tile open the direct link to sign in.',
    nameFormat:
      'The identity provider names the person in a format that isn’t accepted. Choose “persistent” or “email address” there.',
    clientAudience: 'The ID token is for another client. Check the client ID.',
    tokenKeys:
      'The ID token isn’t signed with a key that the identity provider publishes, or with another algorithm than it announces. Check its signing keys.',
    userInfo:
      'The identity provider’s userinfo endpoint didn’t answer, or named another person. Have the provider put the claims in the ID token.',
    signedOut: 'Signed out by the identity provider',
  },
  signIn: {
    title: 'Single sign-on',
    text: 'Enter your work email. If your organization uses single sign-on, you continue at its identity provider.',
    organizationText: 'You continue at the identity provider of your organization.',
    providerText: 'You continue at {{host}}, {{name}}’s identity provider.',
    email: 'Work email',
    continue: 'Continue',
    none: 'There is no single sign-on for this. Sign in with your password.',
    failed: 'Could not sign in',
    finishing: 'Signing you in…',
    back: 'Back to sign in',
  },
  join: {
    title: 'Join {{organization}}?',
    text: 'You already have an account with {{email}}. If you join, {{organization}}’s administrators see your name and email and manage your membership, and its identity provider can sign you in. You can leave at any time.',
    accept: 'Join',
    decline: 'Not now',
  },
  link: {
    title: 'Sign in through {{organization}}?',
    text: 'You are a member with the account {{email}}. If you continue, {{organization}}’s identity provider can sign you in from now on.',
    accept: 'Continue',
  },
  result: {
    title: 'Result of the test',
    role: 'Role',
    claims: 'What the identity provider sent',
    back: 'Back to the settings',
  },
};
