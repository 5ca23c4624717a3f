/** Emails about the next charge of a subscription, and about what changed it. */
export const renewalMails = {
  paymentFailedAgain: {
    subject: 'Another payment attempt for {{organization}} failed',
    text: 'We tried again to charge {{organization}}’s subscription, and the payment failed again. Pay by {{date}}. After that, the organization becomes read-only. Nothing is deleted.',
    action: 'Update payment method',
  },
  paymentOverdue: {
    subject: '{{organization}} has an overdue invoice',
    text: '{{organization}}’s subscription invoice was not paid by its due date. Pay it by {{date}}. After that, the organization becomes read-only. Nothing is deleted.',
    action: 'Pay invoice',
  },
  graceEnds: {
    subject: '{{organization}} becomes read-only on {{date}}',
    text: '{{organization}}’s subscription payment is still overdue. Pay by {{date}}. After that, the organization becomes read-only. Nothing is deleted.',
    action: 'Update payment method',
  },
  pay: 'Pay {{due}}',
  payLink:
    'The button needs no sign-in and pays only this invoice, so you can forward this email to the person who pays.',
  cardRemoved: {
    subject: '{{organization}} has no card on file',
    text: 'The card for {{organization}}’s subscription was removed. Add a card by {{date}}, when the next payment is due.',
    action: 'Add a card',
  },
  cardExpires: {
    subject: '{{organization}}’s card expires before the next payment',
    text: 'The card on file for {{organization}} expires before the next payment on {{date}}. Replace it so that the payment goes through.',
    action: 'Update payment method',
  },
  renews: {
    subject: '{{organization}}’s subscription renews on {{date}}',
    text: '{{organization}}’s subscription renews on {{date}}, and the amount due is charged to the card on file. To avoid the charge, cancel before that date.',
    action: 'View subscription',
  },
  resumed: {
    subject: '{{organization}}’s subscription continues',
    text: '{{organization}}’s subscription is no longer canceled. It continues, and the next payment is on {{date}}.',
    action: 'View subscription',
  },
  disputeReport: {
    subject: '{{organization}} disputes a payment',
    text: '{{organization}}’s cardholder disputes the payment of {{amount}} for invoice {{invoice}}. Answer on the organization’s page before the bank’s deadline, or accept the dispute there.',
    action: 'View organization',
  },
  inquiryReport: {
    subject: 'A bank asks about a payment of {{organization}}',
    text: 'The bank of {{organization}}’s cardholder asks about the payment of {{amount}} for invoice {{invoice}}. It has taken no money yet. Answer on the organization’s page before the bank’s deadline, or refund the invoice there.',
    action: 'View organization',
  },
  purchaseEnded: {
    subject: '{{organization}}’s purchase of {{plan}} has ended',
    text: '{{organization}} no longer has {{plan}}, which was paid once. Your data is kept, and you can choose a plan at any time.',
    action: 'Choose a plan',
  },
  paused: {
    subject: '{{organization}}’s subscription is paused',
    text: '{{organization}}’s subscription is paused. Nothing is charged, and the organization is read-only until the subscription is resumed. Nothing was deleted. You can resume it on the subscription page.',
    action: 'View subscription',
  },
  unpaused: {
    subject: '{{organization}}’s subscription is no longer paused',
    text: '{{organization}}’s subscription was resumed, and the organization has full access again. The next payment is on {{date}}.',
    action: 'View subscription',
  },
  paymentsPaused: {
    subject: '{{organization}}’s payments are paused',
    text: '{{organization}}’s subscription payments are paused. Nothing is charged until they are resumed, and your access stays the same. You can resume them on the subscription page.',
    action: 'View subscription',
  },
  paymentsResumed: {
    subject: '{{organization}}’s payments are no longer paused',
    text: '{{organization}}’s subscription payments were resumed. The subscription page shows the next payment.',
    action: 'View subscription',
  },
  planChanged: {
    subject: '{{organization}}’s plan was changed',
    text: '{{organization}} has another plan, effective immediately. The subscription page shows what it includes and the next payment.',
    action: 'View subscription',
  },
  paidFromCredit: {
    subject: 'Paid from your credit: {{amount}}',
    text: 'The invoice of {{amount}} for {{organization}} was paid from your credit on {{date}}. Nothing was charged to the card. The invoice is on the subscription page.',
    action: 'View invoices',
  },
};
