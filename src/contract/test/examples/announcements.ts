import type { announcements } from '#contract/announcements.ts';
import type { Examples } from './example.ts';

const newAnnouncement = () => ({
  severity: 'information' as const,
  texts: { 'pt-BR': { title: 'Título', text: 'Texto' } },
  startsAt: '2026-01-01T00:00:00Z',
});
const params = { id: 'announcement' } as const;

export const announcementExamples: Examples<typeof announcements> = {
  calls: {
    get: { params },
    create: { body: newAnnouncement, audit: 'announcement.created' },
    update: { params, body: newAnnouncement, audit: 'announcement.changed' },
    end: { params, audit: 'announcement.changed' },
    remove: { params, audit: 'announcement.removed' },
    dismiss: {
      params,
      audit: { none: 'what a person no longer wants to see is theirs' },
      repeat: 'the announcement is dismissed already',
    },
  },
};
