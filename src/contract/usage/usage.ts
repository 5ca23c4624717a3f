import { z } from 'zod';
import { member, Role } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { timestamp } from '#contract/shapes.ts';
import { limitKeys } from './limits.ts';

/** Use of one limit of the plan. */
export const limitUsage = z.object({
  key: z.enum(limitKeys),
  used: z.int(),
  /** Null: unlimited. */
  included: z.int().nullable(),
  /** When a monthly limit starts again; null for a limit without a period. */
  resetsAt: timestamp.nullable(),
});
export type LimitUsage = z.infer<typeof limitUsage>;

export const usage = subject('Usage', {
  get: {
    route: 'GET /Usage/GetUsage',
    summary: 'What the organization uses of its plan’s limits',
    access: member({ role: Role.Admin }),
    reply: z.array(limitUsage),
  },
});
