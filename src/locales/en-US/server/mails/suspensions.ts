/** Texts of the emails about the suspension of an organization. */
export const suspensionMails = {
  suspended: {
    subject: '{{organization}} was suspended',
    text: 'The operator of Pregão suspended {{organization}}. Its members can only read the reason. Nothing is deleted, and the subscription charges nothing meanwhile.',
  },
  unsuspended: {
    subject: '{{organization}} is no longer suspended',
    text: '{{organization}}’s suspension was lifted. Its members can use it again, and the subscription continues.',
    action: 'Open {{organization}}',
  },
};
