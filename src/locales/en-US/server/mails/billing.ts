import { renewalMails } from './renewals.ts';

/** Emails about trials, payments and the plan of an organization. */
export const billingMails = {
  trialEnds: {
    subject: '{{organization}}’s trial ends on {{date}}',
    text: '{{organization}}’s trial ends on {{date}}, and there’s no card on file. Add a card by then to keep your current plan.',
    action: 'Add a card',
  },
  trialEndsPaid: {
    subject: '{{organization}}’s trial ends on {{date}}',
    text: '{{organization}}’s trial ends on {{date}}. The subscription then continues, and the card on file is charged. To avoid the charge, cancel before that date.',
    action: 'View subscription',
  },
  paymentFailed: {
    subject: 'A payment for {{organization}} failed',
    text: 'We couldn’t process the payment for {{organization}}’s subscription. The card was declined, or the bank asks you to confirm the payment. Pay by {{date}}. After that, the organization becomes read-only. Nothing is deleted.',
    action: 'Update payment method',
  },
  ...renewalMails,
  readOnly: {
    subject: '{{organization}} is now read-only',
    text: 'The grace period for {{organization}}’s overdue payment has ended, so the organization is now read-only. Nothing was deleted. Full access returns as soon as you pay.',
    action: 'Update payment method',
  },
  recovered: {
    subject: 'Payment received for {{organization}}',
    text: 'We received the overdue payment of {{amount}} on {{date}}. {{organization}} has full access again. Thank you.',
    action: 'View invoices',
  },
  received: {
    subject: 'Payment received: {{amount}}',
    text: 'We received {{amount}} for {{organization}} on {{date}}. Thank you. The invoice is on the subscription page.',
    action: 'View invoices',
  },
  cancels: {
    subject: '{{organization}}’s subscription ends on {{date}}',
    text: '{{organization}}’s subscription was canceled. You have full access until {{date}}, and nothing more will be charged. Nothing is deleted, and owners can still export everything afterwards.',
    action: 'View subscription',
  },
  ended: {
    subject: '{{organization}}’s subscription has ended',
    text: '{{organization}}’s subscription has ended, and nothing more will be charged. Your data is kept: owners can export it, and you can subscribe again at any time.',
    action: 'Choose a plan',
  },
  duplicateEnded: {
    subject: 'We ended {{organization}}’s duplicate subscription',
    text: '{{organization}} briefly had two subscriptions. We ended the second one and refunded {{amount}} to the card on file. Your plan stays the same, and you don’t need to do anything.',
    action: 'View subscription',
  },
  duplicateReport: {
    subject: '{{organization}}’s duplicate subscription was ended',
    text: '{{organization}} had more than one recurring subscription at the payment provider. The newer one ({{subscription}}) was canceled and its payments were refunded. The owners and admins were notified by email.',
    action: 'View payment events',
  },
  trialEndsFree: {
    subject: '{{organization}}’s trial ends on {{date}}',
    text: '{{organization}}’s trial ends on {{date}}, and there’s no card on file. Add a card by then to keep your current plan. Otherwise, you’ll continue on {{plan}}, the free plan, and nothing is charged. Records that {{plan}} doesn’t include are then hidden, not deleted: owners can still export them. Open invitations that don’t fit {{plan}} are withdrawn.',
    action: 'Add a card',
  },
  trialEnded: {
    subject: '{{organization}} is now on {{plan}}, the free plan',
    text: '{{organization}}’s trial has ended. There was no card on file, so nothing was charged. You’re now on {{plan}}, the free plan. Records that {{plan}} doesn’t include are hidden, not deleted: owners can export them, and they’re visible again once you choose a plan that includes them.',
    action: 'View plans',
  },
  movesToFree: {
    subject: '{{organization}} switches to {{plan}} on {{date}}',
    text: '{{organization}} switches to {{plan}}, the free plan, on {{date}}. Everything works until then, and nothing more will be charged. Records that {{plan}} doesn’t include are then hidden, not deleted: owners can still export them. Open invitations that don’t fit {{plan}} are withdrawn.',
    action: 'View subscription',
  },
  movedToFree: {
    subject: '{{organization}} is now on {{plan}}, the free plan',
    text: '{{organization}}’s paid plan has ended, and nothing more will be charged. You’re now on {{plan}}, the free plan. Records that {{plan}} doesn’t include are hidden, not deleted: owners can export them, and they’re visible again once you choose a plan that includes them.',
    action: 'View subscription',
  },
  credited: {
    subject: 'Credit of {{amount}} for {{organization}}',
    text: 'We credited {{amount}} to {{organization}}. The next invoices use this credit before the card is charged.',
    action: 'View subscription',
  },
  refunded: {
    subject: 'Refund of {{amount}} for {{organization}}',
    text: 'We refunded {{amount}} to the card that paid the invoice. It can take the bank up to ten days to show it.',
    action: 'View invoices',
  },
  trialExtended: {
    subject: '{{organization}}’s trial now ends on {{date}}',
    text: 'We extended {{organization}}’s trial to {{date}}. Nothing is charged until then.',
    action: 'View subscription',
  },
  planGrantedUntil: {
    subject: '{{organization}} has a plan free of charge until {{date}}',
    text: 'We granted {{organization}} a plan free of charge until {{date}}. Nothing is charged until then, and afterwards only for a plan that you choose.',
    action: 'View subscription',
  },
  planGranted: {
    subject: '{{organization}} has a plan free of charge',
    text: 'We granted {{organization}} a plan free of charge, without an end. Nothing is charged unless you choose another plan.',
    action: 'View subscription',
  },
  grantEnded: {
    subject: '{{organization}} is now on {{plan}}, the free plan',
    text: 'The plan that we granted {{organization}} has ended, and nothing was charged. You’re now on {{plan}}, the free plan. Records that {{plan}} doesn’t include are hidden, not deleted: owners can export them, and they’re visible again once you choose a plan that includes them.',
    action: 'View plans',
  },
  over: '{{organization}} has more members ({{used}}) than {{plan}} allows ({{max}}). On that plan nothing can be changed until you choose a larger plan or remove members.',
};
