/** Texts of the emails about access that people give to programs and other people. */
export const grantMails = {
  grant: {
    subject: '{{what}} in {{organization}}',
    text: '{{what}} in {{organization}}. It works from now on. If you don’t expect this, end it now and talk to the person who did it.',
    action: 'Review and end it',
    what: {
      apiKey: 'API key created or rotated',
      scimToken: 'SCIM token created',
      webhook: 'Webhook endpoint added or changed',
      joinLink: 'Invite link opened',
      identityProvider: 'Identity provider activated',
      invitation: 'Invitation sent',
    },
    kind: {
      apiKey: 'API key',
      scimToken: 'SCIM token',
      webhook: 'Webhook endpoint',
      joinLink: 'Invite link',
      identityProvider: 'Identity provider',
      invitation: 'Invitation',
    },
  },
};
