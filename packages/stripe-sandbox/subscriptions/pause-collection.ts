import {
  emptyable,
  enumParam,
  objectParam,
  required,
  timestampParam,
} from '#sandbox/stripe/api/params.ts';
import {
  createDraftInvoice,
  finalizeInvoice,
  voidInvoice,
  writeOffInvoice,
} from '#sandbox/stripe/invoices/lifecycle.ts';
import type { Bill } from '#sandbox/stripe/invoices/new-invoice.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Subscription } from '#sandbox/stripe/store/types.ts';

type Pause = NonNullable<Subscription['pause_collection']>;

/** Parameter that pauses the collection of a subscription's renewals; empty to collect them again. */
export const pauseCollectionParam = emptyable(
  objectParam({
    behavior: required(enumParam('keep_as_draft', 'mark_uncollectible', 'void')),
    resumes_at: timestampParam,
  }),
);

/** Returns a subscription with its collection paused or not, as requested. */
export const withPausedCollection = (
  subscription: Subscription,
  sent: ReturnType<typeof pauseCollectionParam.parse> | undefined,
): Subscription =>
  sent === undefined
    ? subscription
    : {
        ...subscription,
        pause_collection: sent && { behavior: sent.behavior, resumes_at: sent.resumes_at ?? null },
      };

/** Creates a renewal's invoice that is not collected (docs.stripe.com/billing/subscriptions/pause-payment). */
export async function createUncollectedInvoice(
  objects: ObjectRepository,
  bill: Bill,
  { behavior }: Pause,
): Promise<void> {
  const draft = await createDraftInvoice(objects, { ...bill, details: { auto_advance: false } });
  if (behavior === 'keep_as_draft') return;
  const open = await finalizeInvoice(objects, draft);
  if (open.status !== 'open') return;
  if (behavior === 'void') await voidInvoice(objects, open);
  else await writeOffInvoice(objects, open);
}
