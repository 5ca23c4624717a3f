import { expectAccessible } from '#e2e/support/accessibility.ts';
import { confirmRecoveryCodes, currentTotpCode } from '#e2e/support/factors.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { startOne } from '#e2e/support/server.ts';
import { apiClientAt, defaultPriceId, registrationData } from '#e2e/support/users.ts';
import { freePort } from '#tools/kit/servers.ts';

/** Settings of a server that others reach, through a proxy that terminates TLS. */
const reachable = {
  PUBLIC_URL: 'https://pregao.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  RATE_LIMITS: 'on',
};

/** Playwright's `test` with a server that others reach; the browser of the test is behind its proxy. */
const test = base.extend<object>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      // One instance: those of a cluster share no port.
      const server = await startOne({ ...reachable, PORT: String(await freePort()) });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('an operator sets up a second factor before anything else, and sends a failed email again (R-MFA-13, R-REL-03)', async ({
  page,
  server,
}) => {
  const { api } = await openAsOperator(page, server);
  await expect(api.tenants.getAllOfAll({ query: {} })).rejects.toMatchObject({
    code: 'access.secondFactorRequired',
  });
  await page.goto('/admin/tenants');
  const dialog = page.getByRole('dialog', { name: 'Configure um segundo fator' });
  const key = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? '';
  await dialog.getByLabel('Código de 6 dígitos').fill(currentTotpCode(key));
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await confirmRecoveryCodes(page);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(api.tenants.getAllOfAll({ query: {} })).resolves.toBeDefined();

  // No SMTP server listens on the port of the settings: what can't be sent is listed with its error.
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
  await expect.poll(async () => (await api.mails.getFailed()).length).toBeGreaterThan(0);
  await page.goto('/admin/mails');
  const row = page.getByRole('row', { name: email });
  await expect(row).toContainText('ECONNREFUSED');
  await row.getByRole('button', { name: `Enviar de novo para ${email}` }).click();
  await expect(page.getByText('O e-\u2060mail está sendo enviado de novo')).toBeVisible();
  await expectAccessible(page);
});
