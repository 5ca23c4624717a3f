import { z } from 'zod';

/** Changes at the end of the subscription; afterwards, records that are kept (decision 77). */
export const planEnd = z.object({
  /** The plan that remains: a purchase, or the free plan; null for none. */
  plan: z.string().nullable(),
  /** True if that is the free plan, where nothing can be changed with more members than seats (R-SUB-07). */
  isFree: z.boolean(),
  /** Seats without the subscription; 0: unlimited. */
  maxUsers: z.int(),
  /** Active members. */
  members: z.int(),
  /** Open invitations that are withdrawn, because no seat is left for them. */
  invitations: z.int(),
  /** Recorded transactions, without sample data; all are kept. */
  transactions: z.int(),
  /** True if the remaining plan shows no transactions; owners can still export them. */
  hidesTransactions: z.boolean(),
  /** True if single sign-on or provisioning is in use and stops. */
  endsSingleSignOn: z.boolean(),
});
export type PlanEnd = z.infer<typeof planEnd>;
