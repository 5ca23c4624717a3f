export const mail = {
  greeting: 'Hello {{name}},',
  verify: {
    subject: 'Verify your Pregão account',
    text: 'Your organization is ready. Choose a password to verify your account and sign in.',
    action: 'Verify my account',
    note: 'If you didn’t register, ignore this email. Nothing will happen.',
  },
  reset: {
    subject: 'Reset your Pregão password',
    text: 'You requested a new password. The link works once.',
    action: 'Choose a new password',
    note: 'If this wasn’t you, ignore this email. Your password stays the same.',
  },
  passwordChanged: {
    subject: 'Your Pregão password was changed',
    text: 'Your password was just changed, and you were signed out of your other sessions.',
    note: 'If this wasn’t you, set a new password now:',
    action: 'Set a new password',
  },
  registeredAgain: {
    subject: 'Someone tried to register with your email',
    text: 'Someone tried to register with this email, which already has an account. Nothing was changed. If this was you, sign in, or choose a new password if you forgot yours.',
    action: 'Choose a new password',
    note: 'If this wasn’t you, ignore this email. Your account stays the same.',
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
  accessRequest: {
    subject: '{{person}} wants to join {{organization}}',
    text: '{{person}} asked to join {{organization}} with its invite link. Accept or reject the request in the member list.',
    action: 'View request',
    note: 'You received this email because you manage the members of {{organization}}.',
  },
  accessAccepted: {
    subject: 'Welcome to {{organization}}',
    text: 'Your request to join {{organization}} was accepted. Sign in to get started.',
    action: 'Sign in',
    note: 'You received this email because you asked to join {{organization}}.',
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
  billing: {
    note: 'You received this email because you manage the subscription of {{organization}}.',
    trialEnds: {
      subject: 'The trial of {{organization}} ends on {{date}}',
      text: 'The trial of {{organization}} ends on {{date}}, and there’s no card on file. Add a card by then to keep your current plan.',
      action: 'Add a card',
    },
    trialEndsPaid: {
      subject: 'The trial of {{organization}} ends on {{date}}',
      text: 'The trial of {{organization}} ends on {{date}}. The subscription then continues, and the card on file is charged. To avoid the charge, cancel before that date.',
      action: 'View subscription',
    },
    paymentFailed: {
      subject: 'A payment for {{organization}} failed',
      text: 'We couldn’t process the payment for the subscription of {{organization}}. Update your payment method by {{date}}. After that, the organization becomes read-only. Nothing is deleted.',
      action: 'Update payment method',
    },
    readOnly: {
      subject: '{{organization}} is now read-only',
      text: 'The grace period for the overdue payment of {{organization}} has ended, so the organization is now read-only. Nothing was deleted. Full access returns as soon as you pay.',
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
      subject: 'The subscription of {{organization}} ends on {{date}}',
      text: 'The subscription of {{organization}} was canceled and ends on {{date}}. Everything works until then, and nothing more will be charged.',
      action: 'View subscription',
    },
    ended: {
      subject: 'The subscription of {{organization}} has ended',
      text: 'The subscription of {{organization}} has ended, and nothing more will be charged. Your data is kept, and you can subscribe again at any time.',
      action: 'Choose a plan',
    },
    duplicateEnded: {
      subject: 'We ended a duplicate subscription of {{organization}}',
      text: '{{organization}} briefly had two subscriptions. We ended the second one and refunded {{amount}} to the card on file. Your plan stays the same, and you don’t need to do anything.',
      action: 'View subscription',
    },
    duplicateReport: {
      subject: 'A duplicate subscription of {{organization}} was ended',
      text: '{{organization}} had more than one recurring subscription at the payment provider. The newer one ({{subscription}}) was canceled and its payments were refunded. The owners and admins were notified by email.',
      action: 'View payment events',
    },
    trialEndsFree: {
      subject: 'The trial of {{organization}} ends on {{date}}',
      text: 'The trial of {{organization}} ends on {{date}}, and there’s no card on file. Add a card by then to keep your current plan. Otherwise, you’ll continue on {{plan}}, the free plan. Nothing is charged or deleted.',
      action: 'Add a card',
    },
    trialEnded: {
      subject: '{{organization}} is now on {{plan}}, the free plan',
      text: 'The trial of {{organization}} has ended. There was no card on file, so nothing was charged. You’re now on {{plan}}, the free plan, and all your data is still there. You can subscribe at any time.',
      action: 'View plans',
    },
    movesToFree: {
      subject: '{{organization}} switches to {{plan}} on {{date}}',
      text: '{{organization}} switches to {{plan}}, the free plan, on {{date}}. Everything works until then, and nothing more will be charged.',
      action: 'View subscription',
    },
    movedToFree: {
      subject: '{{organization}} is now on {{plan}}, the free plan',
      text: 'The paid plan of {{organization}} has ended, and nothing more will be charged. You’re now on {{plan}}, the free plan, and all your data is still there.',
      action: 'View subscription',
    },
    over: '{{organization}} has more members ({{used}}) than {{plan}} allows ({{max}}). On that plan it is read-only until you subscribe or remove members.',
  },
};
