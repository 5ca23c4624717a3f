import { z } from 'zod';
import { invoiceTax } from './billing/tax.ts';
import { currency, timestamp } from './shapes.ts';

/** Amounts in minor units. */
export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  created: timestamp,
  /** When an invoice that is sent must be paid; null when it is charged automatically. */
  dueDate: timestamp.nullable(),
  status: z.string(),
  currency,
  total: z.int(),
  /** Total without tax, after discounts. */
  totalExcludingTax: z.int(),
  /** Taxes of the total; empty while Stripe Tax is off. */
  taxes: z.array(invoiceTax),
  invoicePdf: z.string().nullable(),
  /** Amount that a card paid; not what the balance covered. */
  amountPaid: z.int(),
  /** Debt of the customer's balance that the invoice includes beside its total. */
  owedBefore: z.int(),
  /** Amount below the provider's minimum charge, which the next invoice includes. */
  deferred: z.int(),
  /** Part of the payment that was refunded; 0 for none. */
  refunded: z.int(),
  /** Dispute of the payment; null for none, or if it was closed without a loss. */
  dispute: z.enum(['open', 'lost']).nullable(),
  /** Amount that `PayInvoice` charges: this invoice and the older open ones; null if not open. */
  amountToPay: z.int().nullable(),
  lines: z.array(
    z.object({
      description: z.string(),
      planName: z.string(),
      plan: z.object({ interval: z.string() }),
      planInterval: z.string(),
      planCurrency: currency,
      priceUnitAmount: z.int(),
      priceType: z.string(),
      /** True for part of a period: a credit of unused time, or a charge for the rest. */
      proration: z.boolean(),
      /** Amount that the line adds to the total; negative for a credit of unused time. */
      amount: z.int(),
    }),
  ),
});
export type Invoice = z.infer<typeof invoice>;

/** The next invoice, or the preview of a plan change. Amounts in minor units. */
export const upcomingInvoice = invoice.extend({
  /**
   * Amount charged: immediately for a change, with the open invoices that it pays first and that `owedBefore` includes;
   * otherwise at the next renewal.
   */
  amountDue: z.int(),
  /** Credit of unused time and of the customer's balance. */
  credit: z.int(),
  nextRenewal: z
    .object({
      date: timestamp,
      amount: z.int(),
      /** Taxes within the amount, before credit that reduces it. */
      taxes: z.array(invoiceTax),
    })
    .nullable(),
  /** Epoch seconds. Repeated in the change, it makes the charge equal `amountDue` (R-SUB-03). */
  prorationDate: z.int().nullable(),
  /** For a free plan: end of the current plan's paid period; null: it ends immediately. */
  currentPlanEnds: timestamp.nullable(),
  /** Names of running discounts that end because the code takes their place. */
  replacedDiscounts: z.array(z.string()),
});
export type UpcomingInvoice = z.infer<typeof upcomingInvoice>;
