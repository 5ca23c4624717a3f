/** Emails about the next charge of a subscription, and about what changed it. */
export const renewalMails = {
  paymentFailedAgain: {
    subject: 'Another payment attempt for {{organization}} failed',
    text: 'We tried again to charge the subscription of {{organization}}, and the payment failed again. Update your payment method by {{date}}. After that, the organization becomes read-only. Nothing is deleted.',
    action: 'Update payment method',
  },
  paymentOverdue: {
    subject: 'An invoice of {{organization}} is overdue',
    text: 'The invoice for the subscription of {{organization}} was not paid by its due date. Pay it by {{date}}. After that, the organization becomes read-only. Nothing is deleted.',
    action: 'Pay invoice',
  },
  cardRemoved: {
    subject: '{{organization}} has no card on file',
    text: 'The card for the subscription of {{organization}} was removed. Add a card by {{date}}, when the next payment is due.',
    action: 'Add a card',
  },
  cardExpires: {
    subject: 'The card of {{organization}} expires before the next payment',
    text: 'The card on file for {{organization}} expires before the next payment on {{date}}. Replace it so that the payment goes through.',
    action: 'Update payment method',
  },
  renews: {
    subject: 'The subscription of {{organization}} renews on {{date}}',
    text: 'The subscription of {{organization}} renews on {{date}}, and the amount due is charged to the card on file. To avoid the charge, cancel before that date.',
    action: 'View subscription',
  },
  resumed: {
    subject: 'The subscription of {{organization}} continues',
    text: 'The cancellation of the subscription of {{organization}} was withdrawn. The subscription continues, and the next payment is on {{date}}.',
    action: 'View subscription',
  },
  disputeReport: {
    subject: 'A payment of {{organization}} is disputed',
    text: 'The cardholder of {{organization}} disputes the payment of {{amount}} for invoice {{invoice}}. Respond in the payment provider’s dashboard before its deadline. The organization’s page shows whether the dispute is lost.',
    action: 'View organization',
  },
  purchaseEnded: {
    subject: 'The purchase of {{plan}} by {{organization}} has ended',
    text: '{{organization}} no longer has {{plan}}, which was paid once. Your data is kept, and you can choose a plan at any time.',
    action: 'Choose a plan',
  },
  paused: {
    subject: 'The subscription of {{organization}} is paused',
    text: 'The subscription of {{organization}} is paused. Nothing is charged, and the organization is read-only until the subscription is resumed. Nothing was deleted. You can resume it on the subscription page.',
    action: 'View subscription',
  },
  unpaused: {
    subject: 'The subscription of {{organization}} is no longer paused',
    text: 'The subscription of {{organization}} was resumed, and the organization has full access again. The next payment is on {{date}}.',
    action: 'View subscription',
  },
  paymentsPaused: {
    subject: 'Payments of {{organization}} are paused',
    text: 'Payments for the subscription of {{organization}} are paused. Nothing is charged until they are resumed, and your access stays the same. You can resume them on the subscription page.',
    action: 'View subscription',
  },
  paymentsResumed: {
    subject: 'Payments of {{organization}} are no longer paused',
    text: 'Payments for the subscription of {{organization}} were resumed. The subscription page shows the next payment.',
    action: 'View subscription',
  },
  planChanged: {
    subject: 'The plan of {{organization}} was changed',
    text: '{{organization}} has another plan, effective immediately. The subscription page shows what it includes and the next payment.',
    action: 'View subscription',
  },
  paidFromCredit: {
    subject: 'Paid from your credit: {{amount}}',
    text: 'The invoice of {{amount}} for {{organization}} was paid from your credit on {{date}}. Nothing was charged to the card. The invoice is on the subscription page.',
    action: 'View invoices',
  },
};
