import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Dispute } from '#sandbox/stripe/store/types.ts';
import { awaitsResponse } from './dispute-status.ts';
import { responseSeconds } from './new-dispute.ts';

/** Evidence texts that decide a dispute in test mode (docs.stripe.com/testing, "Evidence"). */
const decidingTexts: Record<string, 'won' | 'lost'> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};

const isInquiry = ({ status }: Dispute) => status.startsWith('warning_');

/** Submits the evidence of a dispute to the bank, whose decision a test text forces. */
export async function submitEvidence(objects: ObjectRepository, previous: Dispute, saved: Dispute) {
  const submitted: Dispute = {
    ...saved,
    evidence_details: {
      ...saved.evidence_details,
      submission_count: saved.evidence_details.submission_count + 1,
      submission_method: 'manual',
    },
    status: isInquiry(saved) ? 'warning_under_review' : 'under_review',
  };
  await objects.update('charge.dispute.updated', previous, submitted);
  const isEscalated = submitted.evidence.uncategorized_text === 'escalate_inquiry_evidence';
  if (isEscalated && isInquiry(submitted)) return escalateInquiry(objects, submitted);
  const decision = decidingTexts[submitted.evidence.uncategorized_text ?? ''];
  return decision ? closeDispute(objects, submitted, decision) : submitted;
}

/** Turns an inquiry into a dispute: the amount is withdrawn, and the dispute needs a response. */
async function escalateInquiry(objects: ObjectRepository, previous: Dispute): Promise<Dispute> {
  const { card } = previous.payment_method_details ?? {};
  const escalated: Dispute = {
    ...previous,
    evidence_details: { ...previous.evidence_details, due_by: objects.now + responseSeconds },
    is_charge_refundable: false,
    ...(card && {
      payment_method_details: { type: 'card', card: { ...card, case_type: 'chargeback' } },
    }),
    status: 'needs_response',
  };
  await objects.update('charge.dispute.updated', previous, escalated);
  await objects.recordEvent('charge.dispute.funds_withdrawn', escalated);
  return escalated;
}

/**
 * Closes a dispute. An inquiry has no winner (`warning_closed`); a dispute that was won returns the funds
 * (`charge.dispute.funds_reinstated`), and one that was lost has returned them to the cardholder already.
 */
export async function closeDispute(
  objects: ObjectRepository,
  previous: Dispute,
  decision: 'won' | 'lost',
): Promise<Dispute> {
  const closed: Dispute = {
    ...previous,
    evidence_details: { ...previous.evidence_details, due_by: null },
    status: isInquiry(previous) ? 'warning_closed' : decision,
  };
  await objects.update('charge.dispute.closed', previous, closed);
  if (closed.status === 'won') await objects.recordEvent('charge.dispute.funds_reinstated', closed);
  return closed;
}

/** Closes a dispute that got no response in time: it is lost (docs.stripe.com/disputes/responding). */
export async function expireDispute(objects: ObjectRepository, previous: Dispute): Promise<void> {
  const { due_by } = previous.evidence_details;
  if (!awaitsResponse(previous) || due_by === null || due_by > objects.now) return;
  const late = {
    ...previous,
    evidence_details: { ...previous.evidence_details, past_due: true },
  };
  await closeDispute(objects, late, 'lost');
}
