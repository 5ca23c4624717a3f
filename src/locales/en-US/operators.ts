export const operators = {
  role: {
    administrator: 'Administrator',
    support: 'Support',
    billing: 'Billing',
    catalogue: 'Catalog',
  },
  limited: 'View only',
  limitedText: 'Your role is {{role}}. Changes here need the {{roles}} role.',
  refused: 'Your role can’t open this page',
  back: 'Back',
};
