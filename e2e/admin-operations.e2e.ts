import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { openAsOperator } from './support/operator.ts';
import { startServer } from './support/server.ts';
import {
  apiClientAt,
  createVerifiedOwner,
  registrationData,
  defaultPriceId,
} from './support/users.ts';

test('the operator lists the provider’s events and replays one', async ({ page, server }) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  const { name } = await ana.api.tenants.getCurrent();
  await openAsOperator(page, server);
  await page.goto('/admin/events');
  const row = page.getByRole('row', { name: 'customer.subscription.created' }).first();
  await expect(row).toContainText(name);
  await row.getByRole('button', { name: 'Reprocessar customer.subscription.created' }).click();
  await expect(page.getByText('O evento está sendo reprocessado')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Com falha' }).click();
  await expect(page).toHaveURL(/failed=true/);
  await expect(page.getByText('Nenhum evento com falha')).toBeVisible();
});

test('an email that can’t be sent is listed with its error and can be sent again (R-REL-03)', async ({
  browser,
}) => {
  // No SMTP server listens on this port.
  const server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
  try {
    const { organization, email } = registrationData();
    await apiClientAt(server.url).accounts.register({
      body: {
        organization,
        email,
        firstName: 'Ana',
        lastName: 'Souza',
        selectedSubscription: { subscriptionPriceId: await defaultPriceId(server.url, 'Starter') },
      },
    });
    const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' });
    const page = await context.newPage();
    const { api } = await openAsOperator(page, server);
    await expect.poll(async () => (await api.mails.getFailed()).length).toBeGreaterThan(0);
    await page.goto('/admin/mails');
    const row = page.getByRole('row', { name: email });
    await expect(row).toContainText('ECONNREFUSED');
    await row.getByRole('button', { name: `Enviar de novo para ${email}` }).click();
    await expect(page.getByText('O e-\u2060mail está sendo enviado de novo')).toBeVisible();
    await expectAccessible(page);
  } finally {
    await server.stop();
  }
});
