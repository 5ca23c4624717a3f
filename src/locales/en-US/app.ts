import { dashboard } from './app/dashboard.ts';

export const app = {
  offline: {
    title: 'You’re offline',
    text: 'This page needs a connection. Connect to the internet, then try again.',
  },
  dashboard,
  menu: {
    label: 'Main menu',
    resources: 'Resources',
    dashboard: 'Dashboard',
    settings: 'Settings',
    subscription: 'Subscription',
    permissions: 'Permissions',
    integrations: 'Integrations',
    back: 'Back to app',
    narrow: 'Collapse sidebar',
    widen: 'Expand sidebar',
    chat: 'Chat',
    members: 'Members',
    switchOrganization: 'Switch organization',
    createOrganization: 'Create organization',
    inviteMember: 'Invite member',
  },
  askAdmin: 'Ask an owner or admin of {{organization}} to change the plan.',
  noPlan: 'No plan',
  everything: 'Everything included',
  members_one: '{{count}} member',
  members_other: '{{count}} members',
  announcement: {
    dismiss: 'Dismiss: {{title}}',
    more: 'Learn more',
  },
  notices_one: 'notice',
  notices_other: 'notices',
  trial: {
    today: 'Your trial ends today, {{date}}.',
    tomorrow: 'Your trial ends tomorrow, {{date}}.',
    days_one: 'Your trial ends in {{count}} day, on {{date}}.',
    days_other: 'Your trial ends in {{count}} days, on {{date}}.',
    link: 'Add a card',
  },
  pastDue: {
    title: 'A payment failed',
    text: 'Update your payment method by {{date}}. After that, the organization becomes read-only.',
  },
  overdue: {
    title: 'This organization is read-only',
    payer: 'A payment is overdue. Pay now to restore full access immediately.',
    member:
      'A payment is overdue. Ask an owner or admin to update the payment method. Nothing was deleted.',
    action: 'Pay now',
  },
  paused: {
    title: 'This organization is read-only',
    payer: 'The subscription is paused. An owner or admin can resume it. Nothing was deleted.',
    member: 'The subscription is paused. An owner or admin can resume it. Nothing was deleted.',
    action: 'View subscription',
  },
  export: 'Export data',
  overFree: {
    title: 'Too many members for {{plan}}',
    payer:
      '{{plan}} includes {{max}}, and this organization has {{used}}. Choose a plan or remove members to make changes again.',
    member: 'Ask an owner or admin to choose a plan or remove members.',
    action: 'Choose a plan',
    members: 'View members',
  },
  limit: {
    near: {
      transactions:
        '{{used}} of the {{included}} transactions that your plan includes this month are used.',
      storage: '{{used}} of the {{included}} that your plan includes for images are used.',
    },
    resets: 'The count starts again on {{date}}.',
  },
};
