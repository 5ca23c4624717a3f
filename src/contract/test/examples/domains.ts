import type { domains } from '#contract/sso/domains.ts';
import type { Examples } from './example.ts';

const params = { id: 'record' } as const;
const body = () => ({ domain: `${crypto.randomUUID()}.example.com` });

export const domainExamples: Examples<typeof domains> = {
  record: {
    table: 'verified_domains',
    row: (text) => ({
      domain: `${crypto.randomUUID()}.${text.toLowerCase()}.example.com`,
      token: text,
    }),
  },
  calls: {
    add: { body, audit: 'verifiedDomain.created' },
    verify: {
      params,
      audit: 'verifiedDomain.changed',
      repeat: 'verifies the same domain',
      act: async ({ createOrganization, publishTxt }) => {
        const {
          owner: { id, api },
        } = await createOrganization();
        const { id: domain, record } = await api.domains.add({ body: body() });
        publishTxt(record);
        await api.domains.verify({ params: { id: domain } });
        return id;
      },
    },
    remove: { params, audit: 'verifiedDomain.removed' },
  },
};
