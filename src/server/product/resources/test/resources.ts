import { FileType } from '#contract/entities/resources.ts';
import { zipOf } from '#server/platform/files/test/archives.ts';
import type { TestMember } from '#server/test/application.ts';

/** A harmless ZIP archive. */
export const testArchive = zipOf([
  { name: 'robot/readme.txt', data: 'Install it, then start it.' },
]);

/** Default fields of a resource. */
export const resourceDraft = {
  title: 'Robot',
  description: null,
  type: FileType.Zip as FileType,
  tiers: [] as number[],
  roles: [] as (0 | 1 | 2 | 3)[],
};

export const toBlob = (bytes: Buffer | string) => new Blob([new Uint8Array(Buffer.from(bytes))]);

/** Creates a resource with a file, as the operator. */
export async function createTestResource(
  operator: TestMember,
  { file = testArchive, ...given }: Partial<typeof resourceDraft> & { file?: Buffer | string } = {},
) {
  const { id } = await operator.api.resources.create({ body: { ...resourceDraft, ...given } });
  return operator.api.resources.upload({ params: { id }, file: { content: toBlob(file) } });
}
