import { entityNouns } from './entities/index.ts';

/** Subjects of audit entries; each has the actions created, changed and removed. */
export const auditNouns = [
  'user',
  'operatorInvitation',
  'tenant',
  'member',
  'joinLink',
  'policy',
  'tenantProduct',
  'payment',
  'cancellation',
  'supportAction',
  ...entityNouns,
  'comment',
  'import',
  'product',
  'price',
  'feature',
  'coupon',
  'resource',
  'legalText',
  'announcement',
  'session',
  'token',
  'totpFactor',
  'recoveryCode',
  'passkey',
  'rememberedDevice',
  'scimToken',
  'apiKey',
  'webhook',
  'archive',
  'verifiedDomain',
  'ssoConnection',
] as const;

/** Further actions: restoring a deleted record (decision 52), and events that change no row. */
const auditEvents = [
  ...entityNouns.flatMap((noun) => [`${noun}.exported`, `${noun}.restored`] as const),
  'comment.restored',
  'import.undone',
  'session.authenticated',
  'user.exported',
  'user.factorsRemoved',
  'member.linkedAgain',
  'policy.breakGlass',
  'impersonation.started',
  'impersonation.writing',
  'impersonation.ended',
  'session.refused',
  'audit.exported',
  'archive.downloaded',
  'list.exported',
  'billing.changed',
  'catalogue.repaired',
  'resource.downloaded',
  'samples.added',
  'samples.removed',
  'tenant.suspended',
  'tenant.unsuspended',
  'user.suspended',
  'user.unsuspended',
] as const;

export const auditActions = [
  ...auditNouns.flatMap((noun) =>
    (['created', 'changed', 'removed'] as const).map((action) => `${noun}.${action}` as const),
  ),
  ...auditEvents,
];
export type AuditAction = (typeof auditActions)[number];
