import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '#locales/locales.ts';
import { db } from '#server/database/query.ts';
import { testDatabase } from '#server/database/test/database.ts';
import { toMailRecipient } from '#server/mail/recipient.ts';
import type { BillingNotification } from './billing-notifications.ts';
import { billingNotificationEmail } from './mail.ts';

const database = await testDatabase();
const date = new Date('2026-12-05T12:00:00Z');
const money = { amount: 25_500, currency: 'eur', date };

const notices: BillingNotification[] = [
  { kind: 'trialEnds', cause: 'trialEnds:sub_1', date },
  { kind: 'trialEndsPaid', cause: 'trialEnds:sub_2', date },
  { kind: 'paymentFailed', cause: 'failed:in_1', date },
  { kind: 'readOnly', cause: 'readOnly:in_1' },
  { kind: 'recovered', cause: 'paid:in_1', ...money },
  { kind: 'received', cause: 'paid:in_2', ...money },
  { kind: 'cancels', cause: 'cancels:sub_1', date },
  { kind: 'ended', cause: 'ended:sub_1' },
];

const days: Record<Locale, string> = {
  'en-US': 'December 5, 2026',
  'pt-BR': '5 de dezembro de 2026',
  'es-MX': '5 de diciembre de 2026',
  'hi-IN': '5 दिसंबर 2026',
};

const tenantOf = async () => {
  await database.owner.query(
    `insert into tenants (name, app_color, logo)
     values ('Ana & Filhos', 'blue', '/files/0123456789abcdef0123456789abcdef.png')
     on conflict do nothing`,
  );
  return database.operator((tx) => tx.one(db.selectFrom('tenants').selectAll()));
};

describe.each(locales)('A billing email in %s (R-SUB-22)', (locale) => {
  test.each(notices)('$kind states what happened, when, and what to do', async (notice) => {
    const tenant = await tenantOf();
    const reader = { email: 'ana@example.com', name: 'Ana', locale };
    const mail = billingNotificationEmail(
      reader,
      { tenant, origin: 'https://pregao.example' },
      notice,
    );
    expect(mail.subject + mail.text).not.toMatch(/\{\{|mail\.billing/);
    expect(mail.text).toContain('Ana & Filhos');
    expect(mail.text).toContain('https://pregao.example/app/settings/organization/subscription');
    const stated = {
      date: mail.text.includes(days[locale]),
      amount: /255[.,]00/.test(mail.text),
    };
    expect(stated).toEqual({ date: 'date' in notice, amount: 'amount' in notice });
  });

  test('shows the color and the logo of the organization', async () => {
    const tenant = await tenantOf();
    const account = { email: 'ana@example.com', first_name: '', locale, verified_at: date };
    const reader = toMailRecipient(account);
    const sender = { tenant, origin: 'https://pregao.example' };
    const { html, text } = billingNotificationEmail(reader, sender, {
      kind: 'ended',
      cause: 'ended:sub_1',
    });
    expect(html).toContain('https://pregao.example/files/0123456789abcdef0123456789abcdef.png');
    expect(html).toContain('background:#1062eb');
    expect(html).toContain('Ana &#38; Filhos');
    expect(text).toContain('ana@example.com');
  });
});
