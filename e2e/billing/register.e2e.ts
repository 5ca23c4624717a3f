import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import {
  createTestCatalogue,
  testCardNumbers,
  expect,
  subscriptionPanel,
  billingPath,
  test,
  fillCard,
  verificationLink,
} from '#e2e/support/billing.ts';
import { startServer } from '#e2e/support/server.ts';
import { registrationData, verifyInBrowser } from '#e2e/support/users.ts';

type Newcomer = ReturnType<typeof registrationData>;

async function introduce(page: Page, { organization, email }: Newcomer) {
  await page.getByLabel('Organização').fill(organization);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Nome', { exact: true }).fill('Ana');
  await page.getByLabel('Sobrenome').fill('Souza');
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Cartão para pagamento' });
const welcome = (page: Page) => page.getByRole('heading', { name: /Falta um passo/ });

// Also shows R-ACC-07: the coupon comes from the path.
test('registers yearly with a coupon and a card at the price shown (R-ACC-06, R-ACC-09)', async ({
  page,
  server,
  provider,
}) => {
  const ana = registrationData();
  const code = ana.email.slice(4, 12).toUpperCase();
  await provider.coupon({ code, percentOff: 15 });
  await page.goto(`/account/register/${code}?product=Mesa&period=yearly&currency=usd`);
  await expect(page.getByLabel('Cupom')).toHaveValue(code);
  await expect(page.getByLabel('Cupom')).not.toBeEditable();
  await expect(page.getByText('15% de desconto')).toBeVisible();
  await introduce(page, ana);
  await page.getByRole('button', { name: /^Assinar por US\$\s85,00 por ano$/ }).click();
  const dialog = dialogOf(page);
  const pay = dialog.getByRole('button', { name: /85,00/ });
  await expect(pay).toBeDisabled();
  await fillCard(page, testCardNumbers.mastercard.slice(0, 15));
  await expect(dialog.getByText('parece que um dígito está errado ou falta')).toBeVisible();
  await expect(dialog.getByText('Mastercard')).toBeVisible();
  await expect(pay).toBeDisabled();
  await expectAccessible(page);
  await fillCard(page, testCardNumbers.mastercard);
  await expect(page.getByLabel('Número do cartão')).toHaveValue('5555 5555 5555 4444');
  await pay.click();
  await expect(welcome(page)).toBeVisible();

  const { invoices, subscriptions } = await provider.of(ana.email);
  expect(invoices.map(({ status, total }) => ({ status, total }))).toEqual([
    { status: 'paid', total: 8500 },
  ]);
  expect(subscriptions.map(({ status }) => status)).toEqual(['active']);

  await verifyInBrowser(page, await verificationLink(server.url, ana.email));
  await page.goto(billingPath);
  await expect(subscriptionPanel(page, 'Plano atual')).toContainText('Mesa');
  await expect(subscriptionPanel(page, 'Dados de pagamento')).toContainText(
    'Mastercard com final 4444',
  );
  await expect(subscriptionPanel(page, 'Dados de pagamento')).toContainText('12 / 40');
  const row = page.getByRole('row', { name: /85,00/ });
  await expect(row).toContainText('Paga');
  const address = await row.getByRole('link', { name: /em PDF/ }).getAttribute('href');
  const file = await page.request.get(address ?? '');
  expect(file.headers()['content-type']).toBe('application/pdf');
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

// Also shows R-ACC-07 (the coupon comes from the query) and R-ACC-08 (the button's label).
test('a coupon is empty, invalid or applied, and only its button opens a dialog (R-SUB-12)', async ({
  page,
  provider,
}) => {
  const code = registrationData().email.slice(4, 12).toUpperCase();
  await provider.coupon({ code, percentOff: 50 });
  await page.goto('/account/register?product=Mesa&currency=usd&coupon=UNKNOWN');
  const coupon = page.getByLabel('Cupom');
  await expect(coupon).toHaveValue('UNKNOWN');
  await expect(page.getByText('Cupom inválido')).toBeVisible();
  await expect(coupon).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Aplicar' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Erro' });
  await expect(alert).toContainText('Cupom inválido');
  await alert.getByRole('button', { name: 'Fechar' }).click();
  await coupon.fill(code);
  await coupon.press('Enter');
  await expect(page.getByText('50% de desconto')).toBeVisible();
  await expect(coupon).not.toBeEditable();
  await expect(page.getByRole('button', { name: /Assinar por US\$\s5,00 por mês/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Anual' }).check();
  await expect(page.getByRole('button', { name: /Assinar por US\$\s50,00 por ano/ })).toBeVisible();
  await page.getByRole('radio', { name: /Curso/ }).check();
  await expect(page.getByRole('button', { name: /Pagar US\$\s24,50/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Anual' })).toBeHidden();
  await page.getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByRole('button', { name: /Pagar US\$\s49,00/ })).toBeVisible();
  await page.getByRole('radio', { name: /Ensaio/ }).check();
  await expect(page.getByRole('button', { name: 'Começar teste (14 dias)' })).toBeVisible();
});

const isPaid = ({ status }: { status: string }) => status === 'paid';

test('the card dialog is closed, declined, refused by the bank and confirmed, which charges once (R-SUB-13, R-ACC-10)', async ({
  page,
  provider,
}) => {
  const ana = registrationData();
  await page.goto('/account/register?product=Mesa&currency=usd');
  await introduce(page, ana);
  const open = page.getByRole('button', { name: /Assinar por/ });
  await open.click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue(ana.email);
  expect(await provider.of(ana.email)).toEqual({ subscriptions: [], invoices: [] });

  await open.click();
  await fillCard(page, testCardNumbers.declined);
  const pay = dialog.getByRole('button', { name: /Assinar por/ });
  await pay.click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Seu cartão foi recusado. Tente outro cartão.',
  );
  await expect(page.getByLabel('Número do cartão')).toHaveValue('4000 0000 0000 0002');
  await expect(page.getByLabel('Código de segurança')).toHaveValue('123');
  await expectAccessible(page);

  // 3-D Secure.
  await page.getByLabel('Número do cartão').fill(testCardNumbers.asksEveryTime);
  await pay.click();
  const bank = page.getByRole('alertdialog', { name: 'Seu banco pede uma confirmação' });
  await expectAccessible(page);
  await bank.getByRole('button', { name: 'Recusar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('O pagamento não foi confirmado');
  expect((await provider.of(ana.email)).invoices.filter(isPaid)).toEqual([]);
  await pay.click();
  await bank.getByRole('button', { name: 'Confirmar pagamento' }).click();
  await expect(welcome(page)).toBeVisible();
  const { subscriptions, invoices } = await provider.of(ana.email);
  expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1);
  expect(invoices.filter(isPaid)).toHaveLength(1);
});

const taxed = test.extend<object, object>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const server = await startServer({ STRIPE_TAX: 'on' });
      await createTestCatalogue(server);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

taxed(
  'registering shows the tax before the payment, and charges it (R-TAX-05)',
  async ({ page, server, provider }) => {
    const ana = registrationData();
    await page.goto('/account/register?product=Mesa&period=yearly&currency=usd');
    await introduce(page, ana);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByLabel('País')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('País').selectOption('DE');
    await expect(page.getByText(/IVA 19% · Alemanha/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Assinar por US\$\s119,00/ }).click();
    await fillCard(page, testCardNumbers.mastercard);
    await dialogOf(page)
      .getByRole('button', { name: /119,00/ })
      .click();
    await expect(welcome(page)).toBeVisible();
    const { invoices } = await provider.of(ana.email);
    expect(invoices.map(({ total }) => total)).toEqual([11_900]);

    await verifyInBrowser(page, await verificationLink(server.url, ana.email));
    await page.goto(billingPath);
    await expect(page.getByRole('row', { name: /119,00/ })).toContainText('IVA 19% · Alemanha');
    await expect(subscriptionPanel(page, 'Plano atual')).toContainText('119,00');
    await expectAccessible(page);
  },
);
