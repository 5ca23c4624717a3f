export const admin = {
  label: 'Operator’s menu',
  toApp: 'Back to the app',
  dashboard: 'Overview',
  organizations: 'Organizations',
  people: 'Members',
  title: 'Overview',
  text: 'Every organization and who works in it.',
  name: 'Organization',
  owner: 'Owner',
  active: 'Active members',
  empty: 'No organization yet',
};
