import { defineFields } from './fields.ts';

/**
 * A file that the operator offers for download. It requires the lowest of the tiers and the least
 * powerful of the roles; an empty list admits everyone (R-RES-02).
 */
export const resourceFields = defineFields({
  title: { kind: 'String' },
  description: { kind: 'TextArea', optional: true },
  type: { kind: 'ResourceFileType' },
  tiers: { kind: 'SubscriptionProducts' },
  roles: { kind: 'TenantUserRoles' },
});

/** Types of files, by number (R-RES-01). */
export const FileType = { Zip: 0, Txt: 1, Png: 2, Jpg: 3, Rar: 4 } as const;
export type FileType = (typeof FileType)[keyof typeof FileType];

/** File name extension of each type. */
export const fileExtensions: Record<FileType, string> = {
  [FileType.Zip]: '.zip',
  [FileType.Txt]: '.txt',
  [FileType.Png]: '.png',
  [FileType.Jpg]: '.jpg',
  [FileType.Rar]: '.rar',
};
