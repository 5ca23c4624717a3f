import { expect, test as base } from './fixtures.ts';
import { enroll } from './people.ts';
import { startServer } from './server.ts';

/** Playwright's `test` with the rate limits on; the other journeys turn them off. */
const test = base.extend({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const server = await startServer({ RATE_LIMITS: 'true' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('too many attempts are refused with the time of the next one (R-ACC-23)', async ({
  page,
  server,
}) => {
  const { email, api } = await enroll(server.url, 'Starter');
  // The account is known to this network, which has 20 resets an hour for all accounts (decision 28).
  for (let times = 0; times < 20; times += 1) await api.accounts.reset({ params: { email } });
  await page.goto(`/account/forgot?e=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: 'Enviar o link' }).click();
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('Não foi possível redefinir a senha');
  await expect(refusal).toContainText(/Tentativas demais\. Tente novamente em \d+ minutos\./);
});
