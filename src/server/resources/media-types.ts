import { FileType } from '#contract/resources.ts';

/** The media type of each file type. */
export const mediaTypes: Record<FileType, string> = {
  [FileType.Zip]: 'application/zip',
  [FileType.Txt]: 'text/plain; charset=utf-8',
  [FileType.Png]: 'image/png',
  [FileType.Jpg]: 'image/jpeg',
  [FileType.Rar]: 'application/vnd.rar',
};
