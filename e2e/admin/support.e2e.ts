import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import {
  billingPath,
  daySeconds,
  expect,
  fillCard,
  subscriptionPanel,
  test,
  testCardNumbers,
} from '#e2e/support/billing.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';

const reason = 'O serviço ficou fora do ar na segunda-feira.';

/** Fills in the reason of the open dialog, checks the dialog and submits it. */
async function submit(page: Page, label: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill(reason);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Returns the text of a value in the details list of the open dialog. */
const valueOf = (page: Page, label: string) =>
  page.getByRole('dialog').locator('dt', { hasText: label }).locator('+ dd').innerText();

/** Opens the menu of the first invoice and presses one of its entries. */
async function pressInvoiceAction(page: Page, item: string) {
  await subscriptionPanel(page, 'Faturas')
    .getByRole('button', { name: /^Ações para/ })
    .first()
    .click();
  await page
    .getByRole('group', { name: /^Ações para/ })
    .getByText(item)
    .click();
}

const dayIn = (days: number, now: number) => {
  const [year, month, day] = new Date((now + days * daySeconds) * 1_000)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${day}/${month}/${year}`;
};

test('an operator extends a trial, credits, refunds and resends a receipt (R-SUP-01)', async ({
  page,
  browser,
  server,
  provider,
  mailTo,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Ensaio');
  const { name } = await owner.api.tenants.getCurrent();
  await openAsOperator(page, server);
  await page.goto(`/admin/users/${owner.tenant}`);
  await page.getByRole('link', { name: 'Cobrança e suporte' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Nenhuma ação de suporte ainda')).toBeVisible();
  await expectAccessible(page);

  // A trial of 14 days becomes one of 40 (R-SUP-05).
  const { now } = await provider.records();
  await page.getByRole('button', { name: 'Prorrogar teste' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Prorrogar teste' }).click();
  await expect(dialog.getByText('Obrigatório', { exact: true }).first()).toBeVisible();
  await dialog.getByLabel('Novo fim do teste').fill(dayIn(3, now));
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: 'Prorrogar teste' }).click();
  await expect(dialog.getByText('Escolha uma data posterior')).toBeVisible();
  await dialog.getByLabel('Novo fim do teste').fill(dayIn(40, now));
  await submit(page, 'Prorrogar teste');
  await expect(page.getByText('Teste prorrogado', { exact: true })).toBeVisible();
  await provider.advance(20 * daySeconds);
  await page.reload();
  await expect(subscriptionPanel(page, 'Assinatura')).toContainText('Em teste');

  // A credit that the first invoice uses up (R-SUP-03).
  await page.getByRole('button', { name: 'Creditar saldo' }).click();
  await dialog.getByLabel('Valor').fill('12,50');
  await submit(page, 'Creditar');
  await expect(subscriptionPanel(page, 'Assinatura')).toContainText('12,50');
  expect((await mailTo(owner.email)).subject).toContain('12,50');

  const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' });
  const own = await context.newPage();
  await restoreSession(own, owner);
  await own.goto(billingPath);
  const actions = subscriptionPanel(own, 'Da nossa equipe de suporte');
  await expect(actions.getByRole('row', { name: /12,50 creditados/ })).toContainText(reason);
  await expect(own.getByText(/Você tem um crédito de US\$.*12,50/)).toBeVisible();
  // Without a card the plan ends: the credit is named among what stays.
  await expect(subscriptionPanel(own, 'Plano atual')).toContainText(
    /crédito de US\$.*12,50 continua/,
  );
  const details = subscriptionPanel(own, 'Dados de pagamento');
  await details.getByRole('button', { name: 'Adicionar cartão' }).click();
  await fillCard(own, testCardNumbers.pays);
  await details.getByRole('button', { name: 'Salvar cartão' }).click();
  await expect(own.getByText('Dados de pagamento atualizados')).toBeVisible();
  await provider.advance(22 * daySeconds);
  const { invoices } = await owner.api.subscriptions.getCurrent();
  expect(invoices[0]).toMatchObject({ total: 3_000, amountPaid: 1_750, refunded: 0 });

  // A part of the invoice, then all that is left (R-SUP-04).
  await page.reload();
  await pressInvoiceAction(page, 'Reembolsar');
  await dialog.getByLabel('Valor').fill('20,00');
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: 'Reembolsar', exact: true }).click();
  await expect(dialog.getByText(/Restam no máximo USD 17.50/)).toBeVisible();
  await dialog.getByLabel('Valor').fill('7,50');
  await submit(page, 'Reembolsar');
  await expect(page.getByText(/7,50 reembolsados$/)).toBeVisible();
  await pressInvoiceAction(page, 'Reembolsar');
  await submit(page, 'Reembolsar');
  await expect(page.getByText(/17,50 reembolsados$/)).toBeVisible();
  await pressInvoiceAction(page, 'Reenviar recibo');
  await submit(page, 'Enviar recibo');
  await expect(page.getByText('Recibo enviado')).toBeVisible();
  await expectAccessible(page);

  await own.reload();
  await expect(own.getByText(/17,50 reembolsados$/)).toBeVisible();
  await expect(actions.getByRole('row', { name: /reembolsados da fatura/ })).toHaveCount(2);
  await expectAccessible(own);
  await own.goto('/app/settings/organization/audit');
  await expect(own.getByText('Suporte do operador').first()).toBeVisible();

  // All was refunded; the subscription can still be ended, without a credit.
  await pressInvoiceAction(page, 'Reembolsar');
  await dialog.getByLabel('Encerrar agora o que esta fatura pagou').check();
  await submit(page, 'Reembolsar');
  await expect(subscriptionPanel(page, 'Assinatura')).toContainText('Starter');
  await own.goto(billingPath);
  await expect(actions.getByRole('row', { name: /encerrado/ })).toHaveCount(1);
  await context.close();
});

test('an operator edits an organization and changes its plan at the price previewed, and its owners read why (R-SUP-07, R-SUP-08)', async ({
  page,
  browser,
  server,
  provider,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Ensaio');
  const { id: cardToken } = await owner.api.subscriptions.createCardToken({
    body: { number: testCardNumbers.pays, expiryMonth: 12, expiryYear: 2060, cvc: '123' },
  });
  await owner.api.subscriptions.updateCardToken({ params: { token: cardToken } });
  await provider.advance(20 * daySeconds);
  const name = `Novo ${(await owner.api.tenants.getCurrent()).name}`;
  await openAsOperator(page, server);
  await page.goto(`/admin/tenants/${owner.tenant}/support`);
  const trail = page.getByRole('navigation', { name: 'Navegação estrutural' });
  await expect(trail.getByRole('link', { name: 'Organizações' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Editar organização' }).click();
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByLabel('Subdomínio').fill('admin');
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByLabel('Subdomínio')).toHaveAccessibleDescription(/reservado/);
  await dialog.getByLabel('Subdomínio').fill('');
  await submit(page, 'Salvar');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('row', { name: /Organização editada/ })).toContainText(reason);

  await page.getByRole('button', { name: 'Mudar plano' }).click();
  await expect(dialog.getByRole('button', { name: 'Mudar plano' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /Pregueiro/ }).check();
  await expect(dialog.getByText('A pagar agora')).toBeVisible();
  const due = await valueOf(page, 'A pagar agora');
  await submit(page, 'Mudar plano');
  await expect(page.getByText('Plano alterado', { exact: true })).toBeVisible();
  await expect(subscriptionPanel(page, 'Faturas').getByRole('row').nth(1)).toContainText(due);

  const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' });
  const own = await context.newPage();
  await restoreSession(own, owner);
  await own.goto(billingPath);
  const actions = subscriptionPanel(own, 'Da nossa equipe de suporte');
  await expect(actions.getByRole('row', { name: /Organização editada/ })).toContainText(reason);
  await expect(own.getByText(name).first()).toBeVisible();
  await expect(actions.getByRole('row', { name: /Plano alterado para/ })).toContainText(reason);
  await expect(subscriptionPanel(own, 'Faturas').getByRole('row').nth(1)).toContainText(due);
  await context.close();
});

test('an operator grants a plan, which ends in the free plan (R-SUP-09)', async ({
  page,
  browser,
  server,
  provider,
  mailTo,
}) => {
  const owner = await createVerifiedOwner(server.url, 'Ensaio');
  const { now } = await provider.records();
  await openAsOperator(page, server);
  await page.goto(`/admin/tenants/${owner.tenant}/support`);
  await page.getByRole('button', { name: 'Conceder plano' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Pregueiro/ }).check();
  await dialog.getByLabel('Sem custo até').fill(dayIn(40, now));
  await submit(page, 'Conceder plano');
  await expect(page.getByText('Plano concedido', { exact: true })).toBeVisible();
  await expect(subscriptionPanel(page, 'Assinatura')).toContainText('Concedido sem custo até');
  expect((await mailTo(owner.email)).subject).toContain('plano gratuito até');

  const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' });
  const own = await context.newPage();
  await restoreSession(own, owner);
  await own.goto(billingPath);
  const plan = subscriptionPanel(own, 'Plano atual');
  await expect(plan).toContainText('Pregueiro');
  await expect(plan).toContainText('Concedido sem custo até');
  await expectAccessible(own);
  const actions = subscriptionPanel(own, 'Da nossa equipe de suporte');
  await expect(actions.getByRole('row', { name: /Pregueiro concedido/ })).toContainText(reason);

  await provider.advance(35 * daySeconds);
  expect((await owner.api.subscriptions.getCurrent()).activeProduct).toMatchObject({
    granted: true,
    subscriptionProduct: { title: 'Pregueiro' },
  });
  await provider.advance(7 * daySeconds);
  await own.reload();
  await expect(plan).toContainText('Starter');
  expect((await mailTo(owner.email)).subject).toContain('Starter');
  await context.close();
});
