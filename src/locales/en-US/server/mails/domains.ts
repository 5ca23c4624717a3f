/** Texts of the emails about verified domains. */
export const domainMails = {
  domainFailing: {
    subject: 'The TXT record of {{domain}} is missing',
    text: 'We no longer find the TXT record that proves {{domain}} for {{organization}}. Restore it by {{date}}. After that the domain is no longer verified, and people with its addresses can’t sign in through your identity provider.',
    action: 'Check the domain',
  },
  domainLapsed: {
    subject: '{{domain}} is no longer verified',
    text: 'The TXT record that proves {{domain}} for {{organization}} was missing for a week, so the domain is no longer verified. Publish the record and verify the domain again.',
    action: 'Verify the domain',
  },
};
