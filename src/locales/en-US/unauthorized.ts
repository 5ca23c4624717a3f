export const unauthorized = {
  title: 'You don’t have access to this page',
  generic: 'Your account doesn’t have permission to open it.',
  member:
    'You aren’t a member of the organization that this address belongs to. Sign in with another account, or ask one of its owners to invite you.',
  operator: 'Only the operator can open it.',
  role: 'You need the {{role}} role or higher. Your role is {{current}}.',
  tier: 'Available on {{product}} and higher. Your organization is on {{current}}.',
  tierNoPlan: 'Available on {{product}} and higher. Your organization has no plan.',
  upgrade: 'View subscription',
  home: 'Go to the dashboard',
};
