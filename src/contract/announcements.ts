import { z } from 'zod';
import { defaultLocale, locales, type Locale } from '#locales/locales.ts';
import { alsoAtAddress, inPerson, member, operator, operatorOf } from './access.ts';
import { subject } from './endpoint.ts';
import { id, int32, requiredText, singleLine, timestamp, version } from './shapes.ts';

export const announcementSeverities = ['information', 'warning'] as const;

/** An address that begins with `https://`, or a path of the product. */
const link = z
  .string('field.required')
  .trim()
  .max(500, 'field.tooLong')
  .regex(/^(https:\/\/[^\s/\\\p{Cc}][^\s\\\p{Cc}]*|\/([^\s/\\\p{Cc}][^\s\\\p{Cc}]*)?)$/u, {
    error: 'announcements.link',
    abort: true,
  })
  .refine((value) => URL.canParse(value, 'https://path.invalid'), 'announcements.link');

/** Plain text of an announcement in one language. */
const announcementText = z.object({
  title: singleLine(120).min(1, 'field.required'),
  text: requiredText(500),
  link: link.nullable().default(null),
});
export type AnnouncementText = z.output<typeof announcementText>;

const optionalText = announcementText.nullable().default(null);
type TextShape = Record<Exclude<Locale, 'pt-BR'>, typeof optionalText> & {
  'pt-BR': typeof announcementText;
};

/** Texts by language; only that of the default language is required (R-ANN-02). */
const announcementTexts = z.object(
  Object.fromEntries(
    locales.map((locale) => [locale, locale === defaultLocale ? announcementText : optionalText]),
  ) as unknown as TextShape,
);
export type AnnouncementTexts = z.output<typeof announcementTexts>;

/** Instant in the range of PostgreSQL and of calendars. */
const instant = z.iso.datetime('field.date').refine((at) => at >= '2000', 'field.date');

const announcementFields = z.object({
  severity: z.enum(announcementSeverities, 'field.required'),
  texts: announcementTexts,
  /** Tiers of the organizations that see it; empty: all (R-ANN-03). */
  tiers: z.array(int32).max(100, 'field.tooLarge').default([]),
  dismissible: z.boolean('field.required').default(true),
  startsAt: instant,
  /** Null: until an operator ends it. */
  endsAt: instant.nullable().default(null),
});

/** Returns true if the end, if any, is after the start. */
const endsAfterStart = ({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }) =>
  endsAt === null || Date.parse(endsAt) > Date.parse(startsAt);
const endError = { path: ['endsAt'], error: 'announcements.endsBeforeStart' };

export const announcementInput = announcementFields.refine(endsAfterStart, endError);
export type AnnouncementInput = z.output<typeof announcementInput>;

export const announcementRecord = announcementFields.extend({
  id,
  startsAt: timestamp,
  endsAt: timestamp.nullable(),
  state: z.enum(['scheduled', 'shown', 'ended']),
  version,
});
export type AnnouncementRecord = z.output<typeof announcementRecord>;

const shownAnnouncement = announcementRecord.pick({
  id: true,
  severity: true,
  texts: true,
  dismissible: true,
});
export type ShownAnnouncement = z.output<typeof shownAnnouncement>;

export const announcements = subject('Announcement', {
  getAll: {
    route: 'GET /Announcement/GetAll',
    summary: 'All announcements, the latest start first',
    access: operator,
    reply: z.array(announcementRecord),
  },
  get: {
    route: 'GET /Announcement/GetAnnouncement/:id',
    summary: 'An announcement',
    access: operator,
    versioned: true,
    reply: announcementRecord,
  },
  create: {
    route: 'POST /Announcement/CreateAnnouncement',
    summary: 'Create an announcement',
    access: operatorOf('catalogue'),
    once: true,
    body: announcementInput,
    reply: announcementRecord,
  },
  update: {
    route: 'PUT /Announcement/UpdateAnnouncement/:id',
    summary: 'Change an announcement; those who dismissed it do not see it again',
    access: operatorOf('catalogue'),
    versioned: true,
    body: announcementInput,
    reply: announcementRecord,
  },
  end: {
    route: 'PUT /Announcement/EndAnnouncement/:id',
    summary: 'End an announcement that is shown now',
    access: operatorOf('catalogue'),
    reply: announcementRecord,
    errors: ['announcements.notShown'],
  },
  remove: {
    route: 'DELETE /Announcement/DeleteAnnouncement/:id',
    summary: 'Delete an announcement',
    access: operatorOf('catalogue'),
    versioned: true,
  },
  getMine: {
    route: 'GET /Announcement/GetMyAnnouncements',
    summary: 'Announcements that the member sees now, newest first, at most ten',
    access: member(),
    reply: z.array(shownAnnouncement),
  },
  dismiss: {
    route: 'POST /Announcement/Dismiss/:id',
    summary: 'Hide an announcement from oneself, on all devices',
    access: alsoAtAddress(inPerson),
  },
});
