/** Texts of the emails about policies of an organization. */
export const policyMails = {
  breakGlass: {
    subject: 'Emergency access to {{organization}}',
    text: '{{person}} entered {{organization}} without single sign-on, by emergency access, on {{time}}. If you don’t expect this, talk to them and change the sign-in policies.',
    action: 'Open the audit log',
  },
  ssoNotRequired: {
    subject: 'Single sign-on is no longer required in {{organization}}',
    text: '{{organization}}’s members can enter with other ways to sign in again, because the policy, the connection or the last verified domain was changed. If you don’t expect this, check who changed it and turn it on again.',
    action: 'Open the sign-in policies',
  },
};
