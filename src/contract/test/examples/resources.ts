import { FileType } from '#contract/entities/resources.ts';
import type { resources } from '#contract/resources.ts';
import type { Examples } from './example.ts';

const params = { id: 'resource' } as const;
const body = () => ({
  title: 'Robot',
  description: null,
  type: FileType.Zip,
  tiers: [],
  roles: [],
});

export const resourceExamples: Examples<typeof resources> = {
  calls: {
    create: { body, audit: 'resource.created' },
    update: {
      params,
      body: () => ({ ...body(), title: 'Other' }),
      audit: 'resource.changed',
    },
    remove: { params, audit: 'resource.removed' },
    upload: { params, audit: 'resource.changed', repeat: 'replaces the file by the same one' },
    download: {
      params: { id: 'file' },
      audit: 'resource.downloaded',
      repeat: 'reads',
    },
  },
};
