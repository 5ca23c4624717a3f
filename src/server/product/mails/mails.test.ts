import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { startMailServer } from '#server/platform/mail/test/mail-server.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';

/** Tests the operator's list of failed emails (R-REL-03). */
const server = await startMailServer();
afterAll(() => server.close());
const product = await testApplication({ SMTP_URL: server.url });
const { mails } = (await signInOperator(product)).api;
const secret = 'private text';

const fail = async () => {
  await server.setBehavior('rejecting');
  const message = { to: 'ana@example.com', subject: 'About you', text: secret, html: secret };
  const id = await product.open.system((tx) => enqueueMail(tx, { ...message, locale: 'pt-BR' }));
  await expect.poll(async () => (await mails.getFailed()).map((mail) => mail.id)).toContain(id);
  return id;
};
const isSent = async (id: string) => {
  const { rows } = await product.open.owner.query<{ sent: boolean }>(
    'select sent_at is not null as sent from emails where id = $1',
    [id],
  );
  return rows[0]?.sent;
};

test('a reset response contains no token while a mail server is configured (R-ACC-18)', async () => {
  const email = product.context.config.operator.email;
  const reply = await product.anyone.accounts.reset({ params: { email } });
  expect(reply.verifyToken).toBeUndefined();
});

test('lists a failed email with its reason and without its content', async () => {
  const id = await fail();
  const listed = (await mails.getFailed()).find((mail) => mail.id === id);
  expect(listed).toMatchObject({
    to: 'ana@example.com',
    subject: 'About you',
    attempts: 1,
    lastError: expect.stringContaining('550'),
    deadAt: null,
  });
  expect(JSON.stringify(listed)).not.toContain(secret);
});

test('sends an email that was given up when it is retried, and removes it from the list', async () => {
  const id = await fail();
  await product.open.owner.query('update emails set dead_at = now(), attempts = 8 where id = $1', [
    id,
  ]);
  await server.setBehavior('well');
  await mails.retry({ params: { id } });
  await expect.poll(() => isSent(id)).toBe(true);
  const received = server.received.filter(({ messageId }) => messageId?.includes(id));
  expect(received).toHaveLength(1);
  expect((await mails.getFailed()).map((mail) => mail.id)).not.toContain(id);
});

test('returns 404 for a retry of an email that was sent or does not exist', async () => {
  const id = await fail();
  await server.setBehavior('well');
  await mails.retry({ params: { id } });
  await expect.poll(() => isSent(id)).toBe(true);
  for (const unknown of [id, randomUUID()]) {
    await expect(mails.retry({ params: { id: unknown } })).rejects.toMatchObject({
      code: 'notFound',
    });
  }
});
