import type { archives } from '#contract/archives/archives.ts';
import type { Examples } from './example.ts';

const day = 24 * 60 * 60 * 1_000;

export const archiveExamples: Examples<typeof archives> = {
  record: {
    table: 'organization_archives',
    row: (text) => ({
      kind: 'export',
      state: 'done',
      created_by: crypto.randomUUID(),
      file: `${crypto.randomUUID().replaceAll('-', '')}.bin`,
      size: text.length,
      sha256: '0'.repeat(64),
      transactions: 0,
      files: 0,
      expires_at: new Date(Date.now() + day),
    }),
  },
  calls: {
    create: {
      audit: 'archive.created',
      repeat: 'is refused while the first export runs; a later one is a new copy',
    },
    upload: {
      audit: 'archive.created',
      repeat: 'is refused while the first import runs, and when it has stored transactions',
      act: async ({ registerOwner, createArchive }) => {
        const { id, api } = await registerOwner();
        await api.archives.upload({ file: { content: await createArchive() } });
        return id;
      },
    },
    download: { params: { id: 'record' }, audit: 'archive.downloaded', repeat: 'reads' },
    remove: { params: { id: 'record' }, audit: 'archive.removed' },
  },
};
