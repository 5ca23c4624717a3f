import type { billing } from '#contract/billing/details.ts';
import type { Examples } from './example.ts';

const details = () => ({
  legalName: 'Mesa Paulista Ltda.',
  country: 'BR',
  line1: 'Avenida Paulista 1000',
  line2: '',
  city: 'São Paulo',
  state: 'SP',
  postalCode: '01310-100',
  taxIds: [{ type: 'br_cnpj' as const, value: '11.222.333/0001-81' }],
  invoiceEmails: ['contas@example.com'],
  purchaseOrder: 'PO-2026-17',
});

export const billingExamples: Examples<typeof billing> = {
  calls: {
    getPayable: { params: { token: { text: 'unsigned' } } },
    updateDetails: { body: details, audit: 'billing.changed' },
  },
};
