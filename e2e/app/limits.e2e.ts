import type { Failure } from '#contract/errors.ts';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { startServer } from '#e2e/support/server.ts';
import { createVerifiedOwner } from '#e2e/support/users.ts';

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

const statusOf = (error: Failure) => error.status;

test('too many attempts are refused with the time of the next one (R-ACC-23)', async ({
  page,
  server,
}) => {
  const { email, api } = await createVerifiedOwner(server.url, 'Starter');
  // An account has three resets an hour, and three more from a network that is known to it (decision 28).
  const reset = () => api.accounts.reset({ params: { email } }).then(() => 200, statusOf);
  await expect.poll(reset).toBe(429);
  await page.goto(`/account/forgot?e=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('Não foi possível redefinir a senha');
  await expect(refusal).toContainText(/Tentativas demais\. Tente novamente em \d+ minutos\./);
});
