import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import {
  testCardNumbers,
  daySeconds,
  expect,
  subscriptionPanel,
  billingPath,
  test,
  fillCard,
} from '#e2e/support/billing.ts';
import { createVerifiedOwner, restoreSession, registrationData } from '#e2e/support/users.ts';

const banner = (page: Page, text: string | RegExp) => page.getByText(text);

/** Reloads the page, which then shows the effects of the provider's clock. */
const look = async (page: Page) => {
  await page.goto(billingPath);
  await expect(subscriptionPanel(page, 'Dados de pagamento')).toBeVisible();
};

async function changeCard(page: Page, number: string) {
  const details = subscriptionPanel(page, 'Dados de pagamento');
  await details.getByRole('button', { name: /Adicionar cartão|Trocar cartão/ }).click();
  await fillCard(page, number);
  await details.getByRole('button', { name: 'Salvar cartão' }).click();
  await expect(page.getByText('Dados de pagamento atualizados')).toBeVisible();
}

// Also shows R-SUB-10 (canceling) and R-SUB-22 (the email about a failed payment).
test('a trial ends, is paid, renews, fails, recovers and is canceled (R-SUB-06, R-SUB-09, R-SUB-15)', async ({
  page,
  server,
  provider,
  mailTo,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Ensaio');
  const { api: other } = await createVerifiedOwner(server.url, 'Ensaio');
  // Another organization uses the same card for its trial.
  const card = { number: testCardNumbers.pays, expiryMonth: 12, expiryYear: 2040, cvc: '123' };
  await other.subscriptions.updateCard({ body: card });
  await restoreSession(page, ana);
  await look(page);
  const plan = subscriptionPanel(page, 'Plano atual');
  await expect(plan).toContainText('Em teste');
  await expect(banner(page, /Seu período de teste termina em 14 dias/)).toBeVisible();
  await provider.advance(13 * daySeconds);
  await look(page);
  await expect(banner(page, /Seu período de teste termina amanhã/)).toBeVisible();
  await changeCard(page, testCardNumbers.pays);
  await expect(banner(page, /período de teste termina/)).toBeHidden();

  await provider.advance(2 * daySeconds);
  await look(page);
  await expect(plan).toContainText('Ativa');
  await expect(page.getByRole('row', { name: /Paga.*30,00/ })).toHaveCount(1);
  const { activeProduct } = await other.subscriptions.getCurrent();
  expect(activeProduct?.status).toBe('active');
  await provider.advance(31 * daySeconds);
  await look(page);
  await expect(page.getByRole('row', { name: /Paga.*30,00/ })).toHaveCount(2);

  await changeCard(page, testCardNumbers.failsLater);
  // From here on the page follows the provider without a reload.
  await expect(plan).toContainText('Próxima fatura');
  await provider.advance(31 * daySeconds);
  await expect(plan).toContainText('Em atraso');
  await expect(plan).not.toContainText('Próxima fatura');
  await expect(page.getByText('Um pagamento falhou')).toBeVisible();
  await expect(page.getByText(/Atualize sua forma de pagamento até/)).toBeVisible();
  await expectAccessible(page);
  // The first retry of the provider may fall within these days and sends an email of its own.
  expect((await mailTo(ana.email)).subject).toMatch(
    /^(Um pagamento|Outra tentativa de pagamento) de .* falhou$/,
  );

  await provider.advance(15 * daySeconds);
  await expect(page.getByText('Esta organização está em modo somente leitura')).toBeVisible();
  await expect(plan).toContainText('Somente leitura desde');
  await expect(plan).not.toContainText('Acesso completo até');
  await provider.advance(46 * daySeconds);
  await expect(page.getByRole('row', { name: /Em aberto/ })).toHaveCount(3);
  await expect(plan).toContainText('US$ 90,00');
  await expectAccessible(page);

  // No form can be filled in that would be refused: the reason and the way out stand instead.
  await page.goto('/app/transactions');
  await page.getByRole('button', { name: 'Nova transação' }).press('Enter');
  const reason = page.getByRole('alertdialog', { name: /somente leitura/ });
  await expectAccessible(page);
  await reason.getByRole('button', { name: 'Fechar' }).click();
  await page.goto('/app/transactions/new');
  await expect(page.getByRole('button', { name: 'Adicionar' })).toBeDisabled();

  await page.goto('/app/dashboard');
  await page.getByRole('link', { name: 'Pagar agora' }).click();
  const payment = page.getByRole('dialog', { name: 'Pagar faturas em aberto' });
  await expectAccessible(page);
  await payment.getByRole('button', { name: 'Pagar US$ 90,00' }).click();
  await expect(payment.getByText('O pagamento falhou')).toBeVisible();
  await payment.getByRole('button', { name: 'Usar outro cartão' }).click();
  await fillCard(page, testCardNumbers.pays);
  await payment.getByRole('button', { name: 'Pagar US$ 90,00' }).click();
  await expect(page.getByText('Pagamento recebido')).toBeVisible();
  await expect(page.getByText('Esta organização está em modo somente leitura')).toBeHidden();
  await expect(plan).toContainText('Ativa');
  await expect(page.getByRole('row', { name: /Em aberto/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Paga.*30,00/ })).toHaveCount(5);
  const pdf = page.getByRole('link', { name: /^Fatura .* em PDF$/ }).first();
  const file = await page.request.get((await pdf.getAttribute('href')) ?? '');
  expect((await file.body()).toString('latin1')).toContain('/Lang (pt-BR)');

  const kept = { description: 'Café da mesa', quantity: 2, price: 3.5, date: '2026-01-05' };
  await ana.api.transactions.create({ body: kept });
  await look(page);
  await plan.getByRole('button', { name: 'Cancelar assinatura' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar o Ensaio?' });
  await expect(dialog).toContainText('1 transação fica guardada, mas oculta.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(page.getByText('Assinatura cancelada')).toBeVisible();
  await expect(plan).toContainText('Termina em');
  await plan.getByRole('button', { name: 'Retomar' }).click();
  await expect(plan).not.toContainText('Termina em');
  await plan.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(plan).toContainText('Termina em');
  await provider.advance(32 * daySeconds);
  await expectKeptAndShownAgain(page, kept.description);
  const { subscriptions } = await provider.of(ana.email);
  expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
  await ana.api.subscriptions.cancel({ body: {} });
});

/** Expects that records of an ended plan are announced and exported, and visible again once a plan is chosen. */
async function expectKeptAndShownAgain(page: Page, record: string) {
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: '1 transação está guardada' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Exportar dados' }).click();
  await expect(page.getByText('1 transação está guardada')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Transações em CSV' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(record);
  await page.getByRole('link', { name: 'Escolher um plano' }).click();
  const plan = subscriptionPanel(page, 'Plano atual');
  await expect(plan).toContainText('Starter');
  await plan.getByRole('button', { name: 'Mudar de plano' }).click();
  const change = subscriptionPanel(page, 'Mudar de plano');
  await change.getByRole('radio', { name: /Ensaio/ }).check();
  await change.getByRole('button', { name: 'Assinar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Assinar' }).click();
  await expect(plan).toContainText('Ensaio');
  await page.goto('/app/transactions');
  await expect(page.getByText(record).first()).toBeVisible();
}

test('a trial that ends without a card moves to the free plan (R-SUB-07)', async ({
  page,
  server,
  provider,
  mailTo,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Ensaio');
  const { email } = registrationData();
  const invited = { email, firstName: 'Bia', lastName: 'Lima', role: Role.Member };
  await ana.api.invitations.invite({ body: invited });
  await restoreSession(page, ana);
  await look(page);
  await expect(subscriptionPanel(page, 'Plano atual')).toContainText(
    'Starter, gratuito, se você não adicionar',
  );
  await expect(page.getByText('1 convite em aberto é cancelado.')).toBeVisible();
  await provider.advance(15 * daySeconds);
  await look(page);
  await expect(subscriptionPanel(page, 'Plano atual')).toContainText('Starter');
  await expect(page.getByText('Seu período de teste terminou')).toBeVisible();
  await expect(page.getByText('Um pagamento falhou')).toBeHidden();
  await expect(page.getByText('Membros demais')).toBeHidden();
  await expect(page.getByRole('row', { name: /Em aberto/ })).toHaveCount(0);
  await expectAccessible(page);
  const mail = await mailTo(ana.email);
  expect(mail.subject).toMatch(/ agora está no Starter, o plano gratuito$/);

  const { subscriptions, invoices } = await provider.of(ana.email);
  expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
  expect(invoices.filter(({ total }) => total > 0)).toEqual([]);
});
