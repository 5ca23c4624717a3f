import type { Page } from '@playwright/test';
import type { Failure } from '#contract/errors.ts';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { testCardNumbers, daySeconds, expect, test, fillCard } from '#e2e/support/billing.ts';
import { apiClientAt, createVerifiedOwner, registrationData } from '#e2e/support/users.ts';

type Records = {
  now: number;
  events: { id: string }[];
  deliveries: { event: string; deliveredAt: number | null }[];
};

const records = async (origin: string) =>
  (await (await fetch(`${origin}/sandbox/payments.json`)).json()) as Records;

const tab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name, exact: true }).click();
  return page.getByRole('tabpanel', { name, exact: true });
};

// Shows R-GEN-01: mail and the payment provider have local stand-ins.
test('the payment sandbox is linked beside the mailbox, creates coupons, delivers events and advances its clock (R-SUB-12)', async ({
  page,
  server,
}) => {
  const { email } = await createVerifiedOwner(server.url, 'Pro');
  await page.goto('/sandbox/mail');
  await page.getByRole('link', { name: 'Pagamentos' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Simulador de pagamentos');
  await expect(page.getByRole('cell', { name: email })).toBeVisible();

  // A coupon that is created here is valid in the product.
  await tab(page, 'Cupons');
  await page.getByLabel('Código').fill('JORNADA');
  await page.getByLabel('Porcentagem de desconto').fill('25');
  await page.getByRole('button', { name: 'Criar cupom' }).click();
  const row = page.getByRole('row').filter({ hasText: 'JORNADA' });
  await expect(row).toContainText('25 %');
  await expect(row).toContainText('Ativo');
  const answer = await fetch(`${server.url}/api/SubscriptionManager/GetCoupon/JORNADA/usd`);
  expect(await answer.json()).toMatchObject({ percentOff: 25, valid: true });
  await expectAccessible(page);

  // An event that was held back is delivered on demand.
  await tab(page, 'Eventos');
  await page.getByLabel('Entrega dos eventos').selectOption({ label: 'Não entregar' });
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByRole('button', { name: 'Aplicar' })).toBeDisabled();
  await createVerifiedOwner(server.url, 'Pro');
  const held = page.getByRole('row').filter({ hasText: 'Não enviado' }).first();
  await held.getByRole('button', { name: /^Reenviar/ }).click();
  await expect
    .poll(async () => {
      const { events, deliveries } = await records(server.url);
      const sent = events.map(({ id }) => deliveries.find(({ event }) => event === id));
      return sent.slice(0, 20).filter((delivery) => delivery?.deliveredAt).length;
    })
    .toBeGreaterThan(0);
  await page.getByLabel('Entrega dos eventos').selectOption({ label: 'Em ordem' });
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByRole('button', { name: 'Aplicar' })).toBeDisabled();

  const subscription = (await tab(page, 'Assinaturas')).getByRole('row').nth(1);
  await expect(subscription).toContainText('Em teste');
  const before = await records(server.url);
  const passed = async () => (await records(server.url)).now - before.now;
  await page.getByRole('button', { name: 'Até o próximo vencimento' }).click();
  await expect.poll(passed).toBeGreaterThan(60);
  await page.getByRole('button', { name: '+14 dias' }).click();
  await expect.poll(passed).toBeGreaterThan(14 * daySeconds);
  await page.getByRole('button', { name: '+1 dia' }).click();
  await expect(page.getByText(/dias à frente desta máquina/)).toBeVisible();
  // Without a card the subscription ends with its trial (R-SUB-07).
  await expect(subscription).toContainText('Cancelada');
});

test('the portal cancels at the end of the period and takes a card (R-SUB-18)', async ({
  page,
  server,
}) => {
  const { api } = await createVerifiedOwner(server.url, 'Pro');
  const { url } = await api.subscriptions.createPortalSession();
  await page.goto(url);
  await page.getByRole('button', { name: 'Adicionar cartão' }).click();
  const dialog = page.getByRole('dialog');
  await fillCard(page, testCardNumbers.pays);
  await dialog.getByRole('button', { name: 'Salvar cartão' }).click();
  await expect(page.getByText('VISA com final 4242')).toBeVisible();

  await page.getByRole('button', { name: 'Cancelar no fim do período de cobrança' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sim' }).click();
  await expect(page.getByText(/^Termina em/)).toBeVisible();
  await page.getByRole('button', { name: 'Manter assinatura' }).click();
  await expect(
    page.getByRole('button', { name: 'Cancelar no fim do período de cobrança' }),
  ).toBeVisible();

  const link = page.getByRole('link', { name: /^PDF de/ }).first();
  const file = await fetch((await link.getAttribute('href')) ?? '');
  expect(file.headers.get('content-type')).toBe('application/pdf');
  await expectAccessible(page);
});

test('the bank’s page confirms a payment and leads back (3-D Secure, R-SUB-13)', async ({
  page,
  server,
}) => {
  const { accounts, products, subscriptions } = apiClientAt(server.url);
  const plan = (await products.getAll()).find(({ title }) => title === 'Mesa');
  const card = {
    number: testCardNumbers.asksEveryTime,
    expiryMonth: 12,
    expiryYear: 2040,
    cvc: '123',
  };
  const { id: subscriptionCardToken } = await subscriptions.createCardToken({ body: card });
  const chosen = { subscriptionPriceId: plan?.prices[0]?.id ?? '', subscriptionCardToken };
  const body = { ...registrationData(), firstName: 'Ana', lastName: 'Souza' };
  const failure: unknown = await accounts
    .register({ body: { ...body, selectedSubscription: chosen } })
    .catch((error: unknown) => error);
  const { clientSecret, intentId } = (failure as Failure).params;
  const query = new URLSearchParams({ secret: String(clientSecret), return: '/account/register' });
  await page.goto(`/sandbox/payments/authenticate?${query}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar pagamento' }).click();
  await expect(page).toHaveURL(/\/account\/register$/);
  const selectedSubscription = { ...chosen, intentId: String(intentId) };
  const { user } = await accounts.register({ body: { ...body, selectedSubscription } });
  expect(user.email).toBe(body.email);
});
