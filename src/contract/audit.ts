import { z } from 'zod';
import { member, operator, Role } from './access.ts';
import { subject } from './endpoint.ts';
import { page } from './paging.ts';
import { id, instant, text } from './shapes.ts';

/** Person in the log; of a deleted account only the id remains. */
const somebody = z.object({ id, email: z.string().nullable(), name: z.string() });

/** Values by column; `•••` replaces a secret one. */
const told = z.record(z.string(), z.unknown()).nullable();

export const auditEntry = z.object({
  id,
  at: instant,
  /** One of `auditActions`; a newer version may add others. */
  action: z.string(),
  /** Null for an anonymous visitor or the system. */
  actor: somebody.nullable(),
  /** Operator who impersonated the actor. */
  impersonator: somebody.nullable(),
  /** Person that the entry is about. */
  person: somebody.nullable(),
  targetId: id.nullable(),
  before: told,
  after: told,
  requestId: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Filter of entries: by action (or noun), person, text and time range. */
const chosen = z.object({
  search: text(200).default(''),
  action: text(100).default(''),
  /** Id of the actor, or of the person they impersonated. */
  actor: id.optional(),
  from: instant.optional(),
  until: instant.optional(),
});
const chosenOfAll = chosen.extend({ tenantId: id.optional() });

const reader = member({ role: Role.Admin });

export const audit = subject('Audit', {
  getAll: {
    method: 'GET',
    path: '/Audit/GetAll',
    summary: 'What happened in the organization, newest first',
    access: reader,
    query: page.extend(chosen.shape),
    reply: z.array(auditEntry),
    paged: true,
  },
  getAllOfAll: {
    method: 'GET',
    path: '/Audit/Admin/GetAll',
    summary: 'What happened anywhere, newest first',
    access: operator,
    query: page.extend(chosenOfAll.shape),
    reply: z.array(
      auditEntry.extend({ tenant: z.object({ id, name: z.string().nullable() }).nullable() }),
    ),
    paged: true,
  },
  export: {
    method: 'GET',
    path: '/Audit/Export',
    summary: 'The log of the organization as CSV',
    access: reader,
    query: chosen,
    reply: null,
    file: 'text/csv',
  },
  exportOfAll: {
    method: 'GET',
    path: '/Audit/Admin/Export',
    summary: 'The log of everything as CSV',
    access: operator,
    query: chosenOfAll,
    reply: null,
    file: 'text/csv',
  },
});
