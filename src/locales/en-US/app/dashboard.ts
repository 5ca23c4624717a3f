export const dashboard = {
  title: 'Dashboard',
  greeting: 'Hello, {{name}}',
  newTransaction: 'New transaction',
  period: {
    label: 'Period',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    thisYear: 'This year',
    custom: 'Custom dates',
    from: 'From',
    to: 'To',
    order: 'The end can’t be before the start, or more than a hundred years after it.',
  },
  upgradeTitle: 'Transactions come with {{product}}',
  upgradeText:
    'Record what you buy and sell and see your monthly totals. Your current plan doesn’t include transactions.',
  keptTitle_one: '{{count}} transaction is kept',
  keptTitle_other: '{{count}} transactions are kept',
  keptText:
    'Choose a plan with transactions to see what you recorded again. Owners can also export it.',
};
