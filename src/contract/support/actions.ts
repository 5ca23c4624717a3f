import { z } from 'zod';
import { currency, id, timestamp } from '#contract/shapes.ts';

/** Actions of operators for an organization, which sees them with their reasons (R-SUP-01). */
export const supportActionKinds = [
  'organization_edited',
  'plan_granted',
  'trial_extended',
  'plan_changed',
  'balance_credited',
  'invoice_refunded',
  'receipt_resent',
  'dispute_answered',
  'dispute_accepted',
  'inquiry_answered',
] as const;
export type SupportActionKind = (typeof supportActionKinds)[number];

/** Maximum length of a reason, in characters. */
export const maxSupportReason = 500;

/** An operator's action as its organization sees it. */
export const supportAction = z.object({
  id,
  at: timestamp,
  kind: z.enum(supportActionKinds),
  reason: z.string(),
  /** Credited or refunded amount in minor units of `currency`. */
  amount: z.int().nullable(),
  currency: currency.nullable(),
  /** Number of the invoice. */
  invoice: z.string().nullable(),
  /** Title of the plan; of a refund, the plan that ended with it. */
  plan: z.string().nullable(),
  /** End of the trial or of the granted plan; null: no end. */
  endsAt: timestamp.nullable(),
});
export type SupportAction = z.infer<typeof supportAction>;
