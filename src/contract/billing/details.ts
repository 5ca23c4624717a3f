import { z } from 'zod';
import { member, Role } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { email, requiredText, singleLine } from '#contract/shapes.ts';
import { countries } from './countries.ts';

/** Kinds of tax ids, by the provider's names. */
export const taxIdTypes = ['br_cnpj', 'br_cpf', 'eu_vat', 'in_gst', 'mx_rfc'] as const;
export type TaxIdType = (typeof taxIdTypes)[number];

/** Accepts digits, letters and the usual separators; the server checks format and check digits. */
const taxId = z.object({
  type: z.enum(taxIdTypes, 'field.required'),
  value: requiredText(40).regex(/^[\p{L}\d\s./&-]*$/u, 'field.invalid'),
});
export type TaxId = z.infer<typeof taxId>;

/** Maximum number of tax ids, and of addresses that get a copy of each receipt. */
export const maxTaxIds = 5;
export const maxInvoiceEmails = 5;

/** Facts about the customer that invoices show, and who gets copies of receipts. Empty: not given. */
export const billingDetails = z.object({
  legalName: singleLine(200).min(1, 'field.required'),
  /** Code of ISO 3166-1. */
  country: z.enum(['', ...countries], 'field.invalid'),
  line1: singleLine(200),
  line2: singleLine(200),
  city: singleLine(100),
  state: singleLine(100),
  postalCode: singleLine(20),
  taxIds: z.array(taxId).max(maxTaxIds, 'field.tooLarge'),
  invoiceEmails: z.array(email).max(maxInvoiceEmails, 'field.tooLarge'),
  /** Reference of the customer's own order, which every invoice repeats. */
  purchaseOrder: singleLine(140),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** Requires an Owner or Admin; an overdue tenant can still correct its details. */
const payer = member({ role: Role.Admin, whenReadOnly: true });

export const billing = subject('Billing', {
  getDetails: {
    route: 'GET /Billing/GetDetails',
    summary: 'Name, address and tax ids on the invoices of the current organization',
    access: payer,
    reply: billingDetails,
    errors: ['billing.adminTenant', 'billing.refused', 'billing.providerUnavailable'],
  },
  updateDetails: {
    route: 'PUT /Billing/UpdateDetails',
    summary: 'Change name, address, tax ids, copies and order reference of later invoices',
    access: payer,
    effect: 'changes',
    body: billingDetails,
    reply: billingDetails,
    errors: [
      'billing.taxIdInvalid',
      'billing.unknownLetters',
      'billing.taxLocationRequired',
      'billing.taxLocationInvalid',
      'billing.taxIdRefused',
      'billing.adminTenant',
      'billing.inProgress',
      'billing.refused',
      'billing.providerUnavailable',
    ],
  },
});
