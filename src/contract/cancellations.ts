import { z } from 'zod';
import { operator } from './access.ts';
import { subject } from './endpoint.ts';
import { cancellationList } from './lists/operator.ts';
import { listParams, orderedParams } from './lists/query.ts';
import { boundedText, id, timestamp } from './shapes.ts';

/** Reasons that a person who cancels can choose, in the order in which they are offered. */
export const cancellationReasons = [
  'too_expensive',
  'missing_features',
  'not_used',
  'switched_service',
  'technical_problems',
  'other',
] as const;
export type CancellationReason = (typeof cancellationReasons)[number];

/** Maximum length of the comment, in characters. */
export const maxCancellationComment = 500;

/** The answer to why a plan is canceled; without a reason and a comment the question was skipped. */
export const cancellationAnswer = z.object({
  reason: z.enum(cancellationReasons, 'field.invalid').nullish(),
  comment: boundedText(maxCancellationComment).nullish(),
});

/** A cancellation as the operator sees it. */
const cancellation = z.object({
  id,
  at: timestamp,
  tenant: z.object({ id, name: z.string() }),
  product: z.string(),
  /** Null when the question was skipped. */
  reason: z.enum(cancellationReasons).nullable(),
  comment: z.string().nullable(),
  /** Last moment of access; null once the cancellation is withdrawn. */
  endDate: timestamp.nullable(),
  /** Set when the subscription was resumed before it ended; not counted then. */
  withdrawnAt: timestamp.nullable(),
});
export type Cancellation = z.infer<typeof cancellation>;

const cancellationCount = z.object({
  /** Null counts the cancellations without a reason. */
  reason: z.enum(cancellationReasons).nullable(),
  count: z.int(),
});
export type CancellationCount = z.infer<typeof cancellationCount>;

export const cancellations = subject('Cancellation', {
  getAllOfAll: {
    route: 'GET /Cancellation/Admin/GetAll',
    summary: 'Cancellations with their reasons',
    access: operator,
    query: listParams(cancellationList).extend({ tenantId: id.optional() }),
    reply: z.array(cancellation),
    paged: true,
  },
  exportOfAll: {
    route: 'GET /Cancellation/Admin/Export',
    summary: 'Cancellations as CSV',
    access: operator,
    query: orderedParams(cancellationList).extend({ tenantId: id.optional() }),
    file: 'text/csv',
  },
  getCounts: {
    route: 'GET /Cancellation/Admin/GetCounts',
    summary: 'Number of cancellations by reason, without withdrawn ones',
    access: operator,
    reply: z.array(cancellationCount),
  },
});
