export const figures = {
  trials: {
    title: 'Ended trials',
    text: 'Trials that ended in the period, the latest first. A trial counts as converted once its organization pays.',
    ended: 'Trial ended',
    paid: 'First payment',
    unpaid: 'None',
    empty: 'No trials ended',
    emptyText: 'No trial ended in this period. Try a longer one.',
  },
  retention: {
    title: 'Net revenue retention',
    text: 'Organizations that paid when the period began, with their MRR then and now. New customers aren’t included.',
    before: 'MRR then',
    now: 'MRR now',
    empty: 'No paying customers back then',
    emptyText: 'No organization paid when this period began. Try a shorter one.',
  },
  invoices: {
    title: 'Failed payments',
    text: 'Invoices whose payment failed in the period, the latest first, and when they were paid after all.',
    failed: 'Failed',
    paid: 'Paid',
    unpaid: 'Not paid',
    amount: 'Amount due',
    empty: 'No failed payments',
    emptyText: 'No payment failed in this period. Try a longer one.',
  },
};
