import { z } from 'zod';
import { member, Role, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { id, timestamp } from '#contract/shapes.ts';

/** Why an export or an import failed: keys of the texts of errors. */
export const archiveFailures = [
  'archive.invalid',
  'archive.notEmpty',
  'internal',
  'usage.transactions',
  'usage.storage',
  'upload.noSpace',
] as const;
export type ArchiveFailure = (typeof archiveFailures)[number];

/** Export of an organization to an archive, or import of one. */
const archive = z.object({
  id,
  kind: z.enum(['export', 'import']),
  state: z.enum(['running', 'done', 'failed']),
  /** Reason of a failure. */
  failure: z.enum(archiveFailures).nullable(),
  createdAt: timestamp,
  /** Number of transactions and of files in it; null until its end. */
  transactions: z.int().nullable(),
  files: z.int().nullable(),
  /** Size of the archive in bytes; null for an export that is not complete. */
  size: z.int().nullable(),
  /** Until when it can be downloaded; null: it cannot. */
  availableUntil: timestamp.nullable(),
});
export type Archive = z.infer<typeof archive>;

const owner = member({ role: Role.Owner });
/** Allowed while read-only: the data belongs to the organization. */
const ownerInPerson = member({ role: Role.Owner, inPerson: true, whenReadOnly: true });

export const archives = subject('Archive', {
  getAll: {
    route: 'GET /Archive/GetAll',
    summary: 'Exports and imports of the organization in the last 90 days, newest first',
    access: owner,
    reply: z.array(archive),
  },
  create: {
    route: 'POST /Archive/Create',
    summary: 'Export the organization to an archive; its owner gets an email when it is complete',
    access: withStepUp(ownerInPerson),
    reply: archive,
    errors: ['archive.running'],
  },
  upload: {
    route: 'POST /Archive/Import',
    summary: 'Import an archive into the organization, which has no transactions',
    access: withStepUp(member({ role: Role.Owner, inPerson: true })),
    limit: 'upload',
    upload: true,
    reply: archive,
    errors: [
      'archive.running',
      'archive.invalid',
      'archive.notEmpty',
      'upload.size',
      'upload.noSpace',
    ],
  },
  download: {
    route: 'POST /Archive/Download/:id',
    summary: 'Archive of an export, or the part that `Range` requests',
    access: withStepUp(ownerInPerson),
    file: 'application/octet-stream',
    errors: ['rangeNotSatisfiable'],
  },
  remove: {
    route: 'DELETE /Archive/Delete/:id',
    summary: 'Delete the archive of an export',
    access: ownerInPerson,
    errors: ['archive.running'],
  },
});
