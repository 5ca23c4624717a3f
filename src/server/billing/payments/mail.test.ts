import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '#locales/locales.ts';
import { db } from '#server/platform/database/query.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { toMailRecipient } from '#server/platform/mail/recipient.ts';
import type { BillingNotification } from './billing-notification.ts';
import { billingNotificationEmail } from './mail.ts';

const database = await testDatabase();
const date = new Date('2026-12-05T12:00:00Z');
const money = { amount: 25_500, currency: 'eur', date };
const site = {
  origin: 'https://pregao.example',
  supportEmail: 'help@pregao.example',
  postalAddress: 'Rua das Flores, 1, Porto',
  linkKey: Buffer.alloc(32),
};
const details = {
  plan: 'Pro',
  number: 'PR-0001',
  period: { from: date, to: new Date('2027-01-05T12:00:00Z') },
  card: { brand: 'visa', lastFourDigits: '4242' },
  pdf: 'https://pay.example/in_2.pdf',
};

const notices: BillingNotification[] = [
  { kind: 'trialEnds', cause: 'trialEnds:sub_1', date },
  { kind: 'trialEndsPaid', cause: 'trialEnds:sub_2', date },
  { kind: 'paymentFailed', cause: 'failed:in_1', date },
  { kind: 'readOnly', cause: 'readOnly:in_1' },
  { kind: 'recovered', cause: 'paid:in_1', ...money },
  { kind: 'received', cause: 'paid:in_2', ...money, details },
  { kind: 'cancels', cause: 'cancels:sub_1', date },
  { kind: 'ended', cause: 'ended:sub_1', date },
];

const days: Record<Locale, string> = {
  'en-US': 'December 5, 2026 (UTC)',
  'pt-BR': '5 de dezembro de 2026 (UTC)',
  'es-MX': '5 de diciembre de 2026 (UTC)',
  'hi-IN': '5 दिसंबर 2026 (UTC)',
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
    const mail = billingNotificationEmail(reader, { tenant, site }, notice);
    expect(mail.subject + mail.text).not.toMatch(/\{\{|mail\.[a-z]/);
    expect(mail.text).toContain('Ana & Filhos');
    expect(mail.text).toContain('https://pregao.example/app/settings/organization/subscription');
    const stated = {
      date: mail.text.includes(days[locale]),
      amount: /255[.,]00/.test(mail.text),
    };
    expect(stated).toEqual({ date: 'date' in notice, amount: 'amount' in notice });
  });

  test('comes from the product, states why it is sent and how to reach the operator', async () => {
    const tenant = await tenantOf();
    const account = {
      email: 'ana@example.com',
      first_name: '',
      locale,
      time_zone: null,
      verified_at: date,
    };
    const reader = toMailRecipient(account);
    const { html, text } = billingNotificationEmail(
      reader,
      { tenant, site },
      { kind: 'ended', cause: 'ended:sub_1', date },
    );
    expect(html).not.toContain('<img');
    expect(html).not.toContain('background:#1062eb');
    expect(html).toContain('Ana &#38; Filhos');
    const footer = text.split('-- \n')[1];
    expect(footer).toMatch(/^Pregão\n/);
    for (const part of ['Ana & Filhos', site.supportEmail, site.postalAddress]) {
      expect(footer).toContain(part);
    }
    expect(text).toContain('ana@example.com');
  });

  test('lists plan, period, number, card and document of a payment', async () => {
    const tenant = await tenantOf();
    const reader = { email: 'ana@example.com', name: 'Ana', locale };
    const receipt: BillingNotification = { kind: 'received', cause: 'p', ...money, details };
    const { html, text } = billingNotificationEmail(reader, { tenant, site }, receipt);
    for (const part of ['Pro', 'PR-0001', '2027', 'Visa', '4242', details.pdf]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
  });
});
