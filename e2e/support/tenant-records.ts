import type { z } from 'zod';
import type { Api } from '#contract/api-client.ts';
import { exampleOf, tenantRecords } from '#contract/test/examples/index.ts';
import type { webhookFields } from '#contract/webhooks/webhooks.ts';

type WebhookInput = z.input<typeof webhookFields>;
type ImportInput = Parameters<Api['imports']['create']>[0]['body'];
type Writer = (request: { params?: { id: string }; body: object }) => Promise<{ id: string }>;
type Writers = { create: Writer; update: Writer; updateMany: Writer };

/** Records without forms of their own: a file creates imports, a sign-in its entry in the log; the others are a part of the settings. */
const withoutForms = ['apiKeys', 'archives', 'domains', 'imports', 'scim', 'sso', 'webhooks'];

/**
 * Creates and changes a record of every entity of an organization, with the bodies of the examples, and
 * returns the addresses of their forms. `change` replaces a body before it is sent.
 */
export const createTenantRecords = async (
  api: Api,
  change = (_call: string, body: object) => body,
) => {
  const bodyOf = (call: string) =>
    change(call, exampleOf(call).body?.({ free: '', product: '' }) ?? {});
  const calls = api as unknown as Record<string, Writers>;
  const samples: Record<string, string> = {};
  for (const { subject } of tenantRecords) {
    if (withoutForms.includes(subject)) continue;
    const { create, update, updateMany } = calls[subject] ?? {};
    if (!create || !update || !updateMany) throw new Error(`${subject} can't be written`);
    const { id } = await create({ body: bodyOf(`${subject}.create`) });
    await update({ params: { id }, body: bodyOf(`${subject}.update`) });
    await updateMany({ body: { ...bodyOf(`${subject}.updateMany`), ids: [id] } });
    if (subject === 'transactions') await createComment(api, id, bodyOf);
    const path = subject.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    samples[`/app/${path}/:id/edit`] = `/app/${path}/${id}/edit`;
    // Transactions have pages with a form of their own, and a second list with another one.
    samples[`/app/${path}/:id`] = `/app/${path}/${id}`;
    samples[`/app/${path}/:id/form`] = `/app/${path}/${id}/form`;
    samples[`/app/${path}2/:id/edit`] = `/app/${path}2/${id}/edit`;
  }
  await api.imports.create({ body: bodyOf('imports.create') as ImportInput });
  await api.archives.create();
  const { id } = await api.webhooks.create({ body: bodyOf('webhooks.create') as WebhookInput });
  const changed = { ...(bodyOf('webhooks.update') as WebhookInput), enabled: true };
  await api.webhooks.update({ params: { id }, body: changed });
  await api.webhooks.sendTest({ params: { id } });
  const webhook = '/app/settings/organization/webhooks';
  samples[`${webhook}/:id`] = `${webhook}/${id}`;
  return samples;
};

/** Writes a comment on a transaction, and changes it. */
async function createComment(api: Api, transactionId: string, bodyOf: (call: string) => object) {
  const text = (call: string) => bodyOf(call) as { text: string };
  const made = await api.comments.create({ body: { ...text('comments.create'), transactionId } });
  await api.comments.update({ params: { id: made.id }, body: text('comments.update') });
}
