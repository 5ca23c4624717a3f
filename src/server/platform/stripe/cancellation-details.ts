import type { Stripe } from 'stripe';
import type { CancellationReason } from '#contract/cancellations.ts';
import { maxCancellationComment } from '#contract/cancellations.ts';

/** Answer to why a subscription is canceled; both are null when the question was skipped. */
export type CancellationAnswer = {
  reason: CancellationReason | null;
  comment: string | null;
};

type Feedback = Stripe.Subscription.CancellationDetails.Feedback;

const feedbackOf: Record<CancellationReason, Feedback> = {
  too_expensive: 'too_expensive',
  missing_features: 'missing_features',
  not_used: 'unused',
  switched_service: 'switched_service',
  technical_problems: 'low_quality',
  other: 'other',
};

/** Feedback that the provider's portal offers and we don't, like `customer_service`, is another reason. */
function reasonOf(feedback: Feedback): CancellationReason {
  const reasons = Object.keys(feedbackOf) as CancellationReason[];
  return reasons.find((reason) => feedbackOf[reason] === feedback) ?? 'other';
}

/** Returns the provider's parameters for an answer; an empty one removes an earlier answer. */
export const toCancellationDetails = ({ reason, comment }: CancellationAnswer) => ({
  feedback: reason === null ? ('' as const) : feedbackOf[reason],
  comment: comment ?? '',
});

/** Returns the answer that the provider has, here or from its portal. */
export const toCancellationAnswer = (
  details: Stripe.Subscription['cancellation_details'],
): CancellationAnswer => ({
  reason: details?.feedback ? reasonOf(details.feedback) : null,
  comment: details?.comment?.trim().slice(0, maxCancellationComment) || null,
});
