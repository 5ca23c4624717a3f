import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import {
  billingPath,
  daySeconds,
  expect,
  fillCard,
  subscriptionPanel,
  testCardNumbers,
} from '#e2e/support/billing.ts';
import { openAsOperator } from '#e2e/support/operator.ts';
import { createCard, openSubscription, test } from '#e2e/support/subscribers.ts';

const plan = (page: Page) => subscriptionPanel(page, 'Plano atual');

const openDialog = async (page: Page) => {
  await plan(page).getByRole('button', { name: 'Cancelar assinatura' }).click();
  return page.getByRole('dialog', { name: 'Cancelar o Pregueiro?' });
};

/** Has the page read its subscription after a change elsewhere; the answer waits for the returned function. */
const holdSubscription = async (page: Page, change: () => Promise<void>) => {
  const path = '**/SubscriptionManager/GetCurrentSubscription';
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch();
      read();
      await isReleased;
      // The page may have given up the request.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await change();
  await isRead;
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
};

/** Holds the request that cancels until the returned function is called. */
const holdCancellation = async (page: Page) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/SubscriptionManager/CancelSubscription', async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
};

test('a member cancels with a reason, which the operator sees (R-SUB-24, R-OPR-08)', async ({
  page,
  browser,
  server,
  createSubscriber,
}) => {
  const owner = await createSubscriber('Pregueiro');
  await openSubscription(page, owner, 'Pregueiro');
  const { name } = await owner.api.tenants.getCurrent();
  const dialog = await openDialog(page);
  const deliver = await holdSubscription(page, async () => {
    const token = await createCard(server.url, testCardNumbers.mastercard);
    await owner.api.subscriptions.updateCardToken({ params: { token } });
  });
  await dialog.getByLabel('Por que você está cancelando?').selectOption('Caro demais');
  await dialog.getByLabel('O que podemos melhorar?').fill('Somos só duas pessoas.');
  await expectAccessible(page);
  const release = await holdCancellation(page);
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  // The dialog stays open for the reply.
  await expect(dialog.getByRole('button', { name: 'Manter assinatura' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect(dialog).toBeVisible();
  release();
  await expect(page.getByText('Assinatura cancelada')).toBeVisible();
  await expect(plan(page)).toContainText('Termina em');
  // A read that began before the change doesn't undo it.
  await deliver();
  await expect(plan(page)).toContainText('Termina em');

  const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' });
  const portal = await context.newPage();
  await openAsOperator(portal, server);
  await portal.goto('/admin/cancellations');
  const count = portal.getByRole('link', { name: /^Caro demais/ });
  await expect(count).toContainText('1');
  await count.click();
  await expect(portal).toHaveURL(/reason=too_expensive/);
  const row = portal.getByRole('row', { name });
  for (const shown of ['Pregueiro', 'Caro demais', 'Somos só duas pessoas.']) {
    await expect(row).toContainText(shown);
  }
  await expectAccessible(portal);
  await row.getByRole('link', { name }).click();
  await expect(portal.getByRole('heading', { name })).toBeVisible();
  await portal.getByRole('link', { name: 'Membros' }).click();
  const table = portal.getByRole('table', { name: 'Cancelamentos' });
  await expect(table).toContainText('Somos só duas pessoas.');
  await expectAccessible(portal);

  await page.getByRole('button', { name: 'Retomar' }).click();
  await expect(page.getByText('Assinatura retomada')).toBeVisible();
  await portal.reload();
  await expect(table).toContainText('Desfeito');

  // The question why can be skipped.
  await openDialog(page);
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(plan(page)).toContainText('Termina em');
  await portal.goto('/admin/cancellations');
  await expect(portal.getByRole('row', { name }).first()).toContainText('Sem motivo informado');
});

test('a member moves to the smaller plan that is offered instead (R-SUB-10, R-SUB-03)', async ({
  page,
  createSubscriber,
}) => {
  const owner = await createSubscriber('Pregueiro');
  await openSubscription(page, owner, 'Pregueiro');
  const dialog = await openDialog(page);
  const offer = dialog.getByRole('button', { name: /^Mudar para o / });
  const smaller = ((await offer.textContent()) ?? '').replace('Mudar para o ', '');
  await offer.click();
  await expect(dialog).toBeHidden();
  const change = subscriptionPanel(page, 'Mudar de plano');
  await expect(change.getByRole('radio', { name: new RegExp(smaller) })).toBeChecked();
  await expect(change.getByText('A pagar agora')).toBeVisible();
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Atualizar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Atualizar' }).click();
  await expect(plan(page)).toContainText(smaller);
  const { activeProduct } = await owner.api.subscriptions.getCurrent();
  expect(activeProduct).toMatchObject({ endDate: null, subscriptionProduct: { title: smaller } });
});

test('a declined change leaves the cancellation, which the plan takes back when it is chosen again (R-SUB-03, R-SUB-10)', async ({
  page,
  server,
  createSubscriber,
}) => {
  const owner = await createSubscriber('Mesa');
  const token = await createCard(server.url, testCardNumbers.failsLater);
  await owner.api.subscriptions.updateCardToken({ params: { token } });
  await owner.api.subscriptions.cancel({ body: { atPeriodEnd: true } });
  await openSubscription(page, owner, 'Mesa');
  await expect(plan(page)).toContainText('Termina em');
  await plan(page).getByRole('button', { name: 'Mudar de plano' }).click();
  const change = subscriptionPanel(page, 'Mudar de plano');
  await change.getByRole('radio', { name: /Pregueiro/ }).check();
  await change.getByRole('button', { name: 'Atualizar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Atualizar' }).click();
  const refusal = page.getByRole('alertdialog', { name: 'O plano não foi alterado' });
  await expect(refusal).toContainText('Seu cartão foi recusado');
  await refusal.getByRole('button').click();
  await page.reload();
  await expect(plan(page)).toContainText('Termina em');
  await plan(page).getByRole('button', { name: 'Retomar' }).click();
  await expect(page.getByText('Assinatura retomada')).toBeVisible();
  await expect(plan(page)).not.toContainText('Termina em');
});

test('a new card pays an invoice that stays open when it is saved, as those with days to pay do (R-SUB-23)', async ({
  page,
  server,
  provider,
  createSubscriber,
}) => {
  const owner = await createSubscriber();
  const { subscriptions } = owner.api;
  const token = await createCard(server.url, testCardNumbers.failsLater);
  await subscriptions.updateCardToken({ params: { token } });
  await provider.advance(32 * daySeconds);
  await openSubscription(page, owner);
  await page.route('**/SubscriptionManager/UpdateCardToken/**', async (route) =>
    route.fulfill({ json: await subscriptions.getCurrent() }),
  );
  await page.goto(`${billingPath}?pay`);
  const payment = page.getByRole('dialog', { name: 'Pagar faturas em aberto' });
  await payment.getByRole('button', { name: 'Usar outro cartão' }).click();
  await fillCard(page, testCardNumbers.pays);
  const request = page.waitForRequest('**/SubscriptionManager/PayInvoice/**');
  await payment.getByRole('button', { name: /^Pagar/ }).click();
  await request;
  await expect(payment.getByRole('alert')).not.toBeEmpty();
  await expect(page.getByText('Pagamento recebido')).toBeHidden();
});
