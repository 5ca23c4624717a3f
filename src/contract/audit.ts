import { z } from 'zod';
import { member, Role, operatorOf } from './access.ts';
import { subject } from './endpoint.ts';
import { csvParams } from './lists/query.ts';
import { pageParams } from './paging.ts';
import { id, timestamp, boundedText } from './shapes.ts';

/** Person in the log; of a deleted account only the id remains. */
const auditPerson = z.object({ id, email: z.string().nullable(), name: z.string() });

/** Values by column; `•••` replaces a secret one. */
const recordedValues = z.record(z.string(), z.unknown()).nullable();

export const auditEntry = z.object({
  id,
  at: timestamp,
  /** One of `auditActions`; a newer version may add others. */
  action: z.string(),
  /** Null for an anonymous visitor, a service or the system. */
  actor: auditPerson.nullable(),
  /** Service that acted without a person, such as the organization's directory over SCIM. */
  service: z.string().nullable(),
  /** Operator who impersonated the actor. */
  impersonator: auditPerson.nullable(),
  /** Person that the entry is about. */
  person: auditPerson.nullable(),
  targetId: id.nullable(),
  before: recordedValues,
  after: recordedValues,
  requestId: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Filter of entries: by action (or noun), person, text and time range. */
const auditQuery = z.object({
  search: boundedText(200).default(''),
  action: boundedText(100)
    .regex(/^[\w.]*$/, 'field.invalid')
    .default(''),
  /** Id of the actor, or of the person they impersonated. */
  actor: id.optional(),
  from: timestamp.optional(),
  until: timestamp.optional(),
});
const operatorAuditQuery = auditQuery.extend({ tenantId: id.optional() });

/** Formats of an export: a table for spreadsheets, or an entry in JSON on each line. */
const format = z.enum(['csv', 'jsonl']).default('csv');
export type AuditFormat = z.infer<typeof format>;

const reader = member({ role: Role.Admin });

export const audit = subject('Audit', {
  getAll: {
    route: 'GET /Audit/GetAll',
    summary: 'Audit log of the organization, newest first',
    access: reader,
    query: pageParams.extend(auditQuery.shape),
    reply: z.array(auditEntry),
    paged: true,
  },
  getAllOfAll: {
    route: 'GET /Audit/Admin/GetAll',
    summary: 'Audit log of all organizations, newest first',
    access: operatorOf(),
    query: pageParams.extend(operatorAuditQuery.shape),
    reply: z.array(
      auditEntry.extend({ tenant: z.object({ id, name: z.string().nullable() }).nullable() }),
    ),
    paged: true,
  },
  export: {
    route: 'GET /Audit/Export',
    summary: 'Audit log of the organization as CSV or JSON Lines',
    access: reader,
    query: auditQuery.extend({ format, ...csvParams }),
    file: ['text/csv', 'application/jsonl'],
  },
  exportOfAll: {
    route: 'GET /Audit/Admin/Export',
    summary: 'Audit log of all organizations as CSV or JSON Lines',
    access: operatorOf(),
    query: operatorAuditQuery.extend({ format, ...csvParams }),
    file: ['text/csv', 'application/jsonl'],
  },
});
