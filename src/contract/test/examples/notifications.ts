import type { chat } from '#contract/chat/chat.ts';
import type { notifications } from '#contract/notifications/notifications.ts';
import type { Examples } from './example.ts';

const unknown = { id: { text: '00000000-0000-7000-8000-000000000000' } };
const token = { token: { text: 'unsigned' } };
const personal = { none: 'how a person is notified, and what they have read, is theirs' };

export const notificationExamples: Examples<typeof notifications> = {
  calls: {
    markRead: { params: unknown, audit: personal },
    markAllRead: { params: unknown, audit: personal },
    updateSetting: {
      params: { kind: { text: 'roleChanged' } },
      body: () => ({ app: true, email: 'daily' as const }),
      audit: personal,
    },
    getUnsubscription: { params: token },
    unsubscribe: {
      params: token,
      audit: personal,
      repeat: 'the emails are stopped already',
    },
  },
};

export const chatExamples: Examples<typeof chat> = {
  calls: { markRead: { params: { position: { text: '1' } }, audit: personal } },
};
