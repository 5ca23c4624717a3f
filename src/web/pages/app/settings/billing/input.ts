import type { z } from 'zod';
import {
  billingDetails,
  maxInvoiceEmails,
  type BillingDetails,
} from '#contract/billing/details.ts';
import { boundedText, email } from '#contract/shapes.ts';

const emailsIn = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Schema of the form: as the call's, but the email addresses are lines of a text. */
export const formSchema = billingDetails.extend({
  invoiceEmails: boundedText(1_500)
    .refine((text) => emailsIn(text).every((part) => email.safeParse(part).success), 'field.email')
    .refine((text) => emailsIn(text).length <= maxInvoiceEmails, 'field.tooLarge'),
});
export type FormInput = z.infer<typeof formSchema>;

export const toFormInput = (details: BillingDetails): FormInput => ({
  ...details,
  invoiceEmails: details.invoiceEmails.join('\n'),
});

export const toDetails = (input: FormInput): BillingDetails => ({
  ...input,
  invoiceEmails: emailsIn(input.invoiceEmails),
});
