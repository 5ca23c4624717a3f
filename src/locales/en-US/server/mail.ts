import { billingMails } from './mails/billing.ts';
import { domainMails } from './mails/domains.ts';
import { factorMail } from './mails/factors.ts';
import { grantMails } from './mails/grants.ts';
import { policyMails } from './mails/policies.ts';
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
    usedMembers: 'Members',
    usedTransactions: 'Transactions recorded',
    charge: 'Charged on that day',
    due: 'Amount due',
    refund: 'Refund',
    paidOn: 'Paid on',
    invoice: 'Invoice',
    paymentMethod: 'Payment method',
    updateCard: 'Update payment method',
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
  billing: billingMails,
};
