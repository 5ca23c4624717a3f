/** Texts of the emails about policies of an organization. */
export const policyMails = {
  breakGlass: {
    subject: 'Emergency access to {{organization}}',
    text: '{{person}} entered {{organization}} without single sign-on, by emergency access, on {{time}}. If you don’t expect this, talk to them and change the sign-in policies.',
    action: 'Open the audit log',
  },
};
