import { domainMails } from './mails/domains.ts';
import { factorMail } from './mails/factors.ts';
import { grantMails } from './mails/grants.ts';
import { policyMails } from './mails/policies.ts';
import { renewalMails } from './mails/renewals.ts';
import { signInMails } from './mails/sign-in.ts';
import { suspensionMails } from './mails/suspensions.ts';
import { usageMails } from './mails/usage.ts';

export const mail = {
  greeting: 'Hello {{name}},',
  fallback: 'Button not working? Open this link:',
  support: 'Questions? Write to {{email}}.',
  unsubscribe: 'Unsubscribe from these emails',
  sentFor: 'Sent by Pregão on behalf of {{organization}}.',
  reason: {
    registered: 'You received this email because this address was used to register at Pregão.',
    account: 'You received this email because this address has a Pregão account.',
    newEmail: 'You received this email because a Pregão account is to be moved to this address.',
    formerEmail: 'You received this email because this was the address of a Pregão account.',
    invited: 'You received this email because {{inviter}} invited you to {{organization}}.',
    manages: 'You received this email because you manage the members of {{organization}}.',
    requested:
      'You received this email because this address was used to request access to {{organization}}.',
    member: 'You received this email because you were a member of {{organization}}.',
    notified: 'You received this email because you are a member of {{organization}}.',
    owner: 'You received this email because you are an owner of {{organization}}.',
    digest: 'You received this email because you chose a daily summary.',
    billing: 'You received this email because you manage {{organization}}’s subscription.',
    receiptCopy:
      'You received this email because {{organization}} sends you copies of its receipts from Pregão.',
    operator: 'You received this email because you operate Pregão.',
    operatorInvited: 'You received this email because {{inviter}} invited you to operate Pregão.',
  },
  details: {
    name: 'Name',
    time: 'Time',
    by: 'Done by',
    organization: 'Organization',
    plan: 'Plan',
    period: 'Billing period',
    amount: 'Amount',
    due: 'Amount due',
    refund: 'Refund',
    paidOn: 'Paid on',
    invoice: 'Invoice',
    paymentMethod: 'Payment method',
    card: '{{brand}} ending in {{last4}}',
    trialEnds: 'Trial ends on',
    payBy: 'Pay by',
    nextAttempt: 'Next attempt on',
    paymentsResume: 'Payments resume on',
    nextPayment: 'Next payment on',
    renewsOn: 'Renews on',
    accessUntil: 'Access until',
    endedOn: 'Ended on',
    switchesOn: 'Switches on',
    reason: 'Reason',
    disputed: 'The bank returned a disputed payment',
    pdf: 'PDF',
    download: 'Download invoice',
  },
  verify: {
    subject: 'Verify your Pregão account',
    text: 'Your organization is ready. Choose a password to verify your account and sign in.',
    action: 'Verify my account',
    note: 'If you didn’t register, ignore this email. Nothing will happen.',
  },
  reset: {
    subject: 'Reset your Pregão password',
    text: 'You requested a new password. The link works once.',
    ended: 'We also ended the access that your account had given since then:',
    action: 'Choose a new password',
    note: 'If this wasn’t you, ignore this email. Your password stays the same.',
  },
  passwordChanged: {
    subject: 'Your Pregão password was changed',
    text: 'Your password was just changed, and you were signed out of your other sessions.',
    note: 'If this wasn’t you, set a new password now.',
    action: 'Set a new password',
  },
  factors: factorMail,
  ...signInMails,
  archiveReady: {
    subject: '{{organization}}’s export is ready',
    text: 'You can download the archive of {{organization}}’s data until {{date}}. Sign in as an owner to get it.',
    action: 'Download the archive',
  },
  organizationDeleted: {
    subject: '{{organization}} was deleted',
    text: 'The organization {{organization}} was deleted with everything in it. Its subscription has ended, and nothing more will be charged.',
  },
  invitation: {
    subject: '{{inviter}} invited you to {{organization}}',
    text: '{{inviter}} invited you to join {{organization}} on Pregão. The link is only for you, works once and expires in seven days.',
    action: 'Accept invitation',
    note: 'If you weren’t expecting this invitation, ignore this email. Nothing will happen.',
  },
  operatorInvitation: {
    subject: '{{inviter}} invited you to run Pregão',
    text: '{{inviter}} invited you as an operator of Pregão. Your role: {{role}}. The link is only for you, works once and expires in seven days.',
    action: 'Accept invitation',
  },
  accessRequest: {
    subject: '{{person}} wants to join {{organization}}',
    text: '{{person}} asked to join {{organization}} with its invite link. Accept or reject the request in the member list.',
    action: 'View request',
  },
  accessAccepted: {
    subject: 'Welcome to {{organization}}',
    text: 'Your request to join {{organization}} was accepted. Sign in to get started.',
    action: 'Sign in',
  },
  accessRejected: {
    subject: 'Your request to join {{organization}}',
    text: 'Your request to join {{organization}} was not accepted. If you think this is a mistake, contact the organization.',
  },
  confirmAddress: {
    subject: 'Confirm your email for Pregão',
    text: 'An account with this email was created to join {{organization}}. Choose a password to confirm your email. The link works once and expires in one day.',
    action: 'Confirm my email',
    note: 'If this wasn’t you, ignore this email. The account can’t be used until you confirm your email.',
  },
  notification: {
    subject: '{{title}}',
    text: '{{text}}',
    action: 'View in Pregão',
  },
  digest: {
    subject: 'Your daily summary',
    text: 'This happened in your organizations since your last summary.',
    action: 'Open Pregão',
  },
  ...domainMails,
  ...grantMails,
  ...policyMails,
  ...suspensionMails,
  usage: usageMails,
  billing: {
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
      text: 'We couldn’t process the payment for {{organization}}’s subscription. Update your payment method by {{date}}. After that, the organization becomes read-only. Nothing is deleted.',
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
  },
};
