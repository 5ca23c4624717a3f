import { expect, fillCard, daySeconds, test, testCardNumbers } from '#e2e/support/billing.ts';
import { createVerifiedOwner } from '#e2e/support/users.ts';

test('an emailed link pays an overdue invoice without signing in (R-SUB-25)', async ({
  page,
  server,
  provider,
  mailTo,
}) => {
  test.slow();
  const owner = await createVerifiedOwner(server.url, 'Ensaio');
  const card = {
    number: testCardNumbers.failsLater,
    expiryMonth: 12,
    expiryYear: 2040,
    cvc: '123',
  };
  await owner.api.subscriptions.updateCard({ body: card });
  await provider.advance(15 * daySeconds);
  const { links } = await mailTo(owner.email, /^Um pagamento de .* falhou$/);
  const link = links.find((each) => each.includes('/pay?token=')) ?? '';
  const answer = await page.goto(link);
  expect(answer?.headers()).toMatchObject({
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pagar a fatura de');
  // The language changes in place only once the page is hydrated.
  await page.getByRole('button', { name: 'Idioma' }).click();
  await page.getByRole('button', { name: 'English (US)' }).click();
  await expect(page.getByRole('link', { name: 'Pay US$30.00' })).toBeVisible();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('button', { name: 'Português (Brasil)' }).click();
  await page.getByRole('link', { name: /^Pagar US\$\s30,00/ }).click();
  await page.waitForURL(/\/sandbox\/payments\/invoices\/in_/);
  await fillCard(page, testCardNumbers.declined);
  const pay = page.getByRole('button', { name: /^Pagar US\$\s30,00/ });
  await pay.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await fillCard(page, testCardNumbers.asksEveryTime);
  await pay.click();
  await page.getByRole('button', { name: 'Confirmar pagamento' }).click();
  await expect(page.getByRole('status')).toContainText('A fatura está paga');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta fatura está paga');
  const status = async () => (await owner.api.subscriptions.getCurrent()).activeProduct?.status;
  await expect.poll(status).toBe('active');
});
