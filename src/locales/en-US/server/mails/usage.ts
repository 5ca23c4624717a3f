/** Emails about the limits of a plan. */
export const usageMails = {
  members: {
    subject: '{{organization}} is almost out of seats',
    text: 'Your plan includes {{included}} seats, and {{organization}} uses {{used}}, open invitations included. Once all are taken, you can’t invite anyone else until you upgrade or remove someone.',
    action: 'View plans',
  },
  transactions: {
    subject: '{{organization}} has used {{used}} of {{included}} transactions this month',
    text: 'Your plan includes {{included}} transactions a month, and {{organization}} has recorded {{used}} of them. Once all are used, you can’t record more until you upgrade or the count starts again on {{date}}.',
    action: 'View plans',
  },
  storage: {
    subject: '{{organization}} has used {{used}} of {{included}} MB for images',
    text: 'Your plan includes {{included}} MB for images, and {{organization}} has used {{used}} MB. Once the space is used up, you can’t add images until you upgrade or delete some.',
    action: 'View plans',
  },
};
