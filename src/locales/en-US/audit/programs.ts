/** Entries about access for programs, about archives, and about comments. */
export const programActions = {
  scimToken: {
    created: 'SCIM token created',
    changed: 'SCIM token changed',
    removed: 'SCIM token revoked',
  },
  apiKey: {
    created: 'API key created',
    changed: 'API key changed',
    removed: 'API key revoked',
  },
  webhook: {
    created: 'Webhook added',
    changed: 'Webhook changed',
    removed: 'Webhook deleted',
  },
  archive: {
    created: 'Export or import started',
    changed: 'Export or import updated',
    removed: 'Export or import deleted',
    downloaded: 'Archive downloaded',
  },
  comment: {
    created: 'Comment added',
    changed: 'Comment changed',
    removed: 'Comment deleted',
    restored: 'Comment restored',
  },
};
