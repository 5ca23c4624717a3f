import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createMailbox } from '#sandbox/mailbox/mailbox.ts';
import { createPool } from '#server/platform/database/driver/pools.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { installJobs } from '#server/platform/jobs/start-jobs.ts';
import { startTestJobs } from '#server/platform/jobs/test/jobs.ts';
import { renderMail } from './layout.ts';
import { enqueueMail, listFailedMails, type MailMessage } from './outbox.ts';
import { mailTasks, type MailSenderOptions, type MailTransport } from './sender.ts';
import { smtpTransport } from './smtp.ts';
import { startMailServer, type MailServerBehavior } from './test/mail-server.ts';

const patience = { timeout: 20_000, interval: 20 };
const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const database = await testDatabase();

const message: MailMessage = {
  to: 'ana@example.com',
  subject: 'Olá, Ana: एक संदेश ✉',
  locale: 'pt-BR',
  ...renderMail({
    locale: 'pt-BR',
    title: 'Confirme seu e-mail',
    preview: 'Só falta um passo.',
    paragraphs: ['Olá, Ana. Só falta um passo.'],
    action: {
      label: 'Confirmar',
      url: 'https://example.com/account/verify?e=a&t=b',
      fallback: 'Ou abra este link:',
    },
    footer: ['Você se cadastrou.'],
  }),
};
const send = (over: Partial<MailMessage> = {}) =>
  database.system((tx) => enqueueMail(tx, { ...message, ...over }));

/** Sends the mails of the outbox like a separate process until the test ends. */
async function startSender(transport: MailTransport, options: Partial<MailSenderOptions> = {}) {
  const store = createPool({ connectionString: database.ownerUrl, max: 2 });
  onTestFinished(() => store.end());
  const retryDelays = Array.from({ length: 200 }, () => 20);
  const tasks = mailTasks({ store, transport, logger, retryDelays, ...options });
  await startTestJobs(database.ownerUrl, { tasks });
}

/** Starts a mail server; `patienceMs` is the timeout of the transport in milliseconds. */
async function mailServer(mood: MailServerBehavior = 'well', patienceMs = 500) {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  await server.setBehavior(mood);
  return {
    server,
    transport: smtpTransport(server.url, 'Pregão <mail@pregao.example>', patienceMs),
  };
}

type Row = {
  id: string;
  sent_at: Date | null;
  dead_at: Date | null;
};
async function outbox(): Promise<Row[]> {
  return (await database.owner.query<Row>('select * from emails order by id')).rows;
}
const failed = () => database.operator((tx) => listFailedMails(tx));
const unsent = async () => (await outbox()).filter((row) => !row.sent_at && !row.dead_at).length;

beforeAll(() => installJobs(database.owner, logger));
beforeEach(() => database.owner.query('truncate emails, sandbox.emails'));

describe('a mail server', () => {
  test('receives the address that stops emails of the kind (R-NTF-07)', async () => {
    const { server, transport } = await mailServer();
    await startSender(transport);
    await send({ unsubscribeUrl: 'https://example.com/unsubscribe?token=a.b.c' });
    await expect.poll(() => server.received, patience).toHaveLength(1);
    const headers = new Map(server.received[0]?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).toBe('<https://example.com/unsubscribe?token=a.b.c>');
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  test('receives both bodies in any script, sender and recipient', async () => {
    const { server, transport } = await mailServer();
    await startSender(transport);
    const id = await send();
    await expect.poll(() => server.received, patience).toHaveLength(1);
    const [email] = server.received;
    expect(email?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
    expect(email).toMatchObject({
      messageId: `<${id}@pregao.example>`,
      from: { name: 'Pregão', address: 'mail@pregao.example' },
      to: [{ name: '', address: 'ana@example.com' }],
      subject: message.subject,
    });
    expect(email?.text?.trim()).toBe(message.text.trim());
    expect(email?.html).toContain('Só falta um passo.');
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  test.each<MailServerBehavior>(['refusing', 'hanging', 'deferring', 'rejecting', 'dropping'])(
    'that is %s delays no request and receives the mail later, under one Message-ID (R-REL-03)',
    async (mood) => {
      const { server, transport } = await mailServer(mood);
      await startSender(transport);
      // The requests complete before any mail is accepted.
      const ids = await Promise.all([send(), send(), send()]);
      expect(await unsent()).toBe(3);
      await expect
        .poll(async () => (await failed()).map((mail) => mail.attempts > 1), patience)
        .toEqual([true, true, true]);
      expect(await unsent()).toBe(3);
      await server.setBehavior('well');
      await expect.poll(unsent, patience).toBe(0);
      const received = new Set(server.received.map((email) => email.messageId));
      expect(received).toEqual(new Set(ids.map((id) => `<${id}@pregao.example>`)));
      expect(await failed()).toEqual([]);
    },
  );

  test('that keeps failing: the mail is given up after the last attempt and listed as dead', async () => {
    const { server, transport } = await mailServer('rejecting');
    await startSender(transport, { retryDelays: [5, 5] });
    const id = await send();
    await expect.poll(unsent, patience).toBe(0);
    expect(await failed()).toEqual([
      {
        id,
        to: message.to,
        subject: message.subject,
        attempts: 3,
        createdAt: expect.any(Date),
        deadAt: expect.any(Date),
        lastError: expect.stringContaining('550'),
      },
    ]);
    expect(server.connections).toBe(3);
  });
});

test('does not retry when the server rejects the recipient permanently (R-REL-03)', async () => {
  const { server, transport } = await mailServer('unknown');
  await startSender(transport);
  const id = await send();
  await expect.poll(unsent, patience).toBe(0);
  expect(await failed()).toMatchObject([{ id, attempts: 1, deadAt: expect.any(Date) }]);
  expect(server.connections).toBe(1);
});

describe('the outbox', () => {
  test('sends nothing when the transaction is rolled back (R-REL-03)', async () => {
    const { server, transport } = await mailServer();
    await startSender(transport);
    const failing = database.system(async (tx) => {
      await enqueueMail(tx, { ...message, subject: 'undone' });
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    await send({ subject: 'kept' });
    await expect.poll(unsent, patience).toBe(0);
    expect(server.received.map((email) => email.subject)).toEqual(['kept']);
  });

  test('sends every mail once, however many workers there are (R-REL-03)', async () => {
    // On a busy machine a late reply would cause another attempt, which is correct.
    const { server, transport } = await mailServer('well', 20_000);
    await startSender(transport);
    await startSender(transport);
    const ids = await Promise.all(Array.from({ length: 60 }, () => send()));
    await expect.poll(unsent, patience).toBe(0);
    const received = server.received.map((email) => email.messageId?.slice(1, 37));
    expect(received.toSorted()).toEqual(ids.toSorted());
  });

  test('counts attempts during which the process crashed, and gives up after the last one', async () => {
    const id = await send();
    await database.owner.query('update emails set attempts = 3');
    const { server, transport } = await mailServer();
    await startSender(transport, { retryDelays: [5, 5] });
    await expect.poll(unsent, patience).toBe(0);
    expect(await outbox()).toEqual([expect.objectContaining({ id, sent_at: null })]);
    expect(server.connections).toBe(0);
  });

  test('deletes the content of a sent mail, which may hold a token (R-REL-08)', async () => {
    const mailbox = createMailbox({ store: database.owner });
    await startSender({ send: (mail) => mailbox.deliver(mail) });
    await send();
    await expect.poll(unsent, patience).toBe(0);
    expect(await outbox()).toEqual([expect.objectContaining({ text: '', html: '' })]);
  });

  test('deletes old mails (R-REL-08)', async () => {
    const [old, recent, waiting] = await Promise.all([send(), send(), send()]);
    await database.owner.query(
      `update emails set sent_at = now() - case id when $1 then 31 else 1 end * interval '1 day'
         where id <> $2`,
      [old, waiting],
    );
    const nowhere = { send: () => Promise.resolve() };
    const tasks = mailTasks({ store: database.owner, transport: nowhere, logger });
    await tasks['mail.purge']({}, { attempt: 1, signal: AbortSignal.timeout(1_000) });
    expect((await outbox()).map((row) => row.id).toSorted()).toEqual([recent, waiting].toSorted());
  });

  test("is hidden from the application's role; the operator's role reads all but the content", async () => {
    const read = (columns: string) => sql`select ${sql.raw(columns)} from emails`;
    await send();
    await expect(database.system((tx) => tx.all(read('id')))).rejects.toThrow('permission denied');
    await expect(database.operator((tx) => tx.all(read('text')))).rejects.toThrow(
      'permission denied',
    );
    expect(await database.operator((tx) => tx.all(read('id, recipient')))).toHaveLength(1);
  });

  test.each([
    'ana@example.com, eve@example.com',
    'ana@example.com\r\nBcc: eve@example.com',
    'Ana <ana@example.com>',
    'ana',
    '',
  ])('refuses a recipient that is not a single address: %j', async (to) => {
    await expect(send({ to })).rejects.toThrow('mails_recipient_check');
  });

  test("removes line breaks from a subject, so that it can't add a header", async () => {
    const { server, transport } = await mailServer();
    await startSender(transport);
    await send({ subject: 'Convite de Acme\r\nBcc: eve@example.com\u2028\u0000fim' });
    await expect.poll(() => server.received, patience).toHaveLength(1);
    expect(server.received[0]?.subject).toBe('Convite de Acme Bcc: eve@example.com fim');
    expect(server.received[0]?.bcc ?? []).toEqual([]);
  });
});

test('the local mailbox receives mails when no mail server is configured (R-GEN-01)', async () => {
  const mailbox = createMailbox({ store: database.owner });
  await startSender({ send: (mail) => mailbox.deliver(mail) });
  const id = await send();
  await expect.poll(() => mailbox.list(), patience).toHaveLength(1);
  const { to, subject, text, html } = message;
  expect(await mailbox.list()).toEqual([
    {
      id,
      to,
      subject,
      text,
      html,
      links: ['https://example.com/account/verify?e=a&t=b'],
      at: expect.any(Date),
    },
  ]);
});
