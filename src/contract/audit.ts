import { z } from 'zod';
import { member, operator, Role } from './access.ts';
import { subject } from './endpoint.ts';
import { page } from './paging.ts';
import { id, instant, text } from './shapes.ts';

/** Somebody in the log: only the id is left of whoever deleted their account. */
const somebody = z.object({ id, email: z.string().nullable(), name: z.string() });

/** Fields by their column; `•••` stands for what is kept secret. */
const told = z.record(z.string(), z.unknown()).nullable();

export const auditEntry = z.object({
  id,
  at: instant,
  /** One of `auditActions`; a newer version may know more. */
  action: z.string(),
  /** `null`: nobody was signed in, or the product acted by itself. */
  actor: somebody.nullable(),
  /** The operator who acted as the actor. */
  impersonator: somebody.nullable(),
  /** Whom it is about. */
  person: somebody.nullable(),
  targetId: id.nullable(),
  before: told,
  after: told,
  requestId: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Which entries: of an action (or a noun), by or about somebody, with a text, between two moments. */
const chosen = z.object({
  search: text(200).default(''),
  action: text(100).default(''),
  /** The id of who acted, or on whose behalf. */
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
