import { FileType } from '#contract/resources.ts';
import { zipOf } from '#server/files/test-archives.ts';
import type { Member } from '#server/testing.ts';

/** A harmless ZIP archive. */
export const archive = zipOf([{ name: 'robot/readme.txt', data: 'Install it, then start it.' }]);

/** Default fields of a resource. */
export const draft = {
  title: 'Robot',
  description: null,
  type: FileType.Zip as FileType,
  tiers: [] as number[],
  roles: [] as (0 | 1 | 2 | 3)[],
};

export const blobOf = (bytes: Buffer | string) => new Blob([new Uint8Array(Buffer.from(bytes))]);

/** Creates a resource with a file, as the operator. */
export async function offer(
  operator: Member,
  { file = archive, ...given }: Partial<typeof draft> & { file?: Buffer | string } = {},
) {
  const { id } = await operator.api.resources.create({ body: { ...draft, ...given } });
  return operator.api.resources.upload({ params: { id }, file: { content: blobOf(file) } });
}
