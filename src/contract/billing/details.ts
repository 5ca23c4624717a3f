import { z } from 'zod';
import { anyone, member, Role } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import {
  currency,
  email,
  opaqueText,
  requiredText,
  singleLine,
  timestamp,
} from '#contract/shapes.ts';
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

/** The invoice of a link in an email, for a payer who may be no member; nothing else of the organization. */
const payableInvoice = z.object({
  organization: z.string(),
  number: z.string().nullable(),
  /** The unpaid amount, in minor units. */
  amount: z.int(),
  currency,
  /** `closed`: nothing is to be paid, as it was voided, is not owed any more, or the organization is suspended. */
  status: z.enum(['open', 'paid', 'closed']),
  /** When the organization becomes read-only without the payment; null if it is not overdue. */
  payBy: timestamp.nullable(),
  isReadOnly: z.boolean(),
  /** The provider's page that takes the payment; null unless open. */
  paymentUrl: z.url().nullable(),
});

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
  getPayable: {
    route: 'GET /Billing/GetPayable/:token',
    summary: 'The unpaid invoice of a link in an email, without signing in',
    access: anyone,
    limit: ['token', 'payLink'],
    params: z.object({ token: opaqueText(200) }),
    reply: payableInvoice,
    errors: ['notFound', 'billing.refused', 'billing.providerUnavailable'],
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
