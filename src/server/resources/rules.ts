import { FileType } from '#contract/resources.ts';

/** How a file of each type ends, and what it is called on the wire (readings.md, Wire). */
export const fileKinds: Record<FileType, { extension: string; type: string }> = {
  [FileType.Zip]: { extension: '.zip', type: 'application/zip' },
  [FileType.Txt]: { extension: '.txt', type: 'text/plain; charset=utf-8' },
  [FileType.Png]: { extension: '.png', type: 'image/png' },
  [FileType.Jpg]: { extension: '.jpg', type: 'image/jpeg' },
  [FileType.Rar]: { extension: '.rar', type: 'application/vnd.rar' },
};
