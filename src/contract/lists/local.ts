/** Lists that are loaded completely, which the browser searches, filters and sorts. */
import { defineLocalList } from './declaration.ts';

const text = { kind: 'String' } as const;
const count = { kind: 'Count' } as const;
const date = { kind: 'Date' } as const;
const money = { kind: 'Money' } as const;

/** Members of an organization, its invitations and its requests to join. */
export const ownMemberList = defineLocalList(
  { member: text, role: count, status: text },
  {
    search: ['member'],
    filters: { role: 'choice', status: 'choice' },
    sorts: ['member', 'role', 'status'],
  },
);

/** Downloads of an organization. */
export const downloadList = defineLocalList(
  { title: text, description: text, type: count },
  {
    search: ['title', 'description'],
    filters: { type: 'choice' },
    sorts: ['title', 'description', 'type'],
  },
);

/** Invoices of an organization: those that the payment provider returns in one reply. */
export const invoiceList = defineLocalList(
  { date, number: text, lines: text, status: text, total: money },
  {
    search: ['number', 'lines'],
    filters: { status: 'choice', date: 'range', total: 'range' },
    sorts: ['date', 'number', 'status', 'total'],
  },
);

/** One-time purchases of an organization. */
export const purchaseList = defineLocalList(
  { product: text, date, total: money },
  { search: ['product'], filters: { date: 'range' }, sorts: ['product', 'date', 'total'] },
);

/** Support actions for an organization, as its members see them. */
export const ownSupportActionList = defineLocalList(
  { what: text, reason: text, when: date },
  { search: ['what', 'reason'], filters: { when: 'range' }, sorts: ['when'] },
);

/** Support actions for an organization. */
export const supportActionList = defineLocalList(
  { what: text, reason: text, operator: text, when: date },
  {
    search: ['what', 'reason', 'operator'],
    filters: { operator: 'choice', when: 'range' },
    sorts: ['when', 'operator'],
  },
);

/** Versions of a legal text. */
export const legalVersionList = defineLocalList(
  { version: count, language: text, date, author: text, asks: text },
  {
    search: ['author'],
    filters: { language: 'choice', asks: 'choice', date: 'range' },
    sorts: ['version', 'language', 'date', 'author'],
  },
);

/** Emails that couldn't be delivered. */
export const failedMailList = defineLocalList(
  { mail: text, written: date, attempts: count, reason: text, state: text },
  {
    search: ['mail', 'reason'],
    filters: { written: 'range', state: 'choice' },
    sorts: ['mail', 'written', 'attempts', 'reason', 'state'],
  },
);

/** Operators and their invitations. */
export const operatorList = defineLocalList(
  { person: text, role: text },
  { search: ['person'], filters: { role: 'choice' }, sorts: ['person', 'role'] },
);

/** Coupons. */
export const couponList = defineLocalList(
  { code: text, redemptions: count, expiresAt: date, state: text },
  {
    search: ['code'],
    filters: { state: 'choice', expiresAt: 'range' },
    sorts: ['code', 'redemptions', 'expiresAt', 'state'],
  },
);

/** Products of the catalog. */
export const productList = defineLocalList(
  { title: text, tier: count, maxUsers: count, active: text },
  {
    search: ['title'],
    filters: { active: 'choice' },
    sorts: ['title', 'tier', 'maxUsers', 'active'],
  },
);

/** Announcements to organizations. */
export const announcementList = defineLocalList(
  { title: text, severity: text, starts: date, ends: date, state: text },
  {
    search: ['title'],
    filters: { state: 'choice', severity: 'choice', starts: 'range' },
    sorts: ['title', 'severity', 'starts', 'ends', 'state'],
  },
);
