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
import { inviteAndAccept } from '#e2e/support/members.ts';
import {
  apiClientAt,
  createVerifiedOwner,
  restoreSession,
  registrationData,
  type TestUser,
} from '#e2e/support/users.ts';

const change = (page: Page) => subscriptionPanel(page, 'Mudar de plano');
const invoices = (page: Page) => page.getByRole('table', { name: 'Faturas' });

/** Creates an organization that paid for a plan by card, and opens its subscription page. */
async function subscriber(page: Page, origin: string, title = 'Mesa'): Promise<TestUser> {
  const ana = await createVerifiedOwner(origin, 'Starter');
  await restoreSession(page, ana);
  await page.goto(billingPath);
  await subscriptionPanel(page, 'Plano atual')
    .getByRole('button', { name: 'Mudar de plano' })
    .click();
  await change(page)
    .getByRole('radio', { name: new RegExp(title) })
    .check();
  await change(page).getByRole('button', { name: 'Assinar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Assinar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cartão para pagamento' });
  await expect(dialog).toContainText('Nenhuma forma de pagamento cadastrada');
  await fillCard(page, testCardNumbers.pays);
  await dialog.getByRole('button', { name: 'Assinar' }).click();
  await expect(page.getByText('Assinatura atualizada')).toBeVisible();
  return ana;
}

test('subscribes with a card, upgrades and downgrades at the price shown (R-SUB-03, R-SUB-08)', async ({
  page,
  server,
  provider,
}) => {
  const ana = await subscriber(page, server.url);
  const plan = subscriptionPanel(page, 'Plano atual');
  await expect(plan).toContainText('Mesa');
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toContainText('Mesa');
  await provider.advance(10 * daySeconds);

  await plan.getByRole('button', { name: 'Mudar de plano' }).click();
  await expect(change(page).getByRole('button', { name: 'Selecione um produto' })).toBeDisabled();
  await change(page)
    .getByRole('radio', { name: /Pregueiro/ })
    .check();
  const dueNow = change(page).getByRole('definition').filter({ hasText: '$' }).first();
  await expect(dueNow).toBeVisible();
  const due = await dueNow.textContent();
  await expectAccessible(page);
  await change(page).getByRole('button', { name: 'Atualizar', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Mudar para Pregueiro?' });
  await expect(dialog).toContainText(due ?? '');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Atualizar' }).click();
  await expect(plan).toContainText('Pregueiro');
  await expect(invoices(page).getByRole('row').nth(1)).toContainText(due ?? '');

  const bia = registrationData();
  for (const [email, firstName] of [
    [bia.email, 'Bia'],
    [`c${bia.email}`, 'Caio'],
  ] as const) {
    await ana.api.invitations.invite({
      body: { email, firstName, lastName: 'Lima', role: Role.Member },
    });
  }
  await plan.getByRole('button', { name: 'Mudar de plano' }).click();
  await change(page).getByRole('radio', { name: /Mesa/ }).check();
  await change(page).getByRole('button', { name: 'Atualizar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Atualizar' }).click();
  const blocked = change(page).getByRole('alert');
  await expect(blocked).toContainText('O limite de membros deste plano é 2, e vocês são 3');
  await expect(blocked).toContainText(bia.email);
  await expectAccessible(page);
  const members = await ana.api.members.getAll({ params: { tenantId: ana.tenant } });
  const [caio] = members.filter(({ email }) => email === `c${bia.email}`);
  await ana.api.members.remove({ params: { id: caio?.id ?? '' } });
  await change(page).getByRole('button', { name: 'Atualizar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Atualizar' }).click();
  await expect(plan).toContainText('Mesa');
  const { subscriptions } = await provider.of(ana.email);
  expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1);
});

test('a one-time product is listed beside the plan and in the invoices (R-SUB-01, R-SUB-14)', async ({
  page,
  server,
}) => {
  await subscriber(page, server.url);
  await subscriptionPanel(page, 'Plano atual')
    .getByRole('button', { name: 'Mudar de plano' })
    .click();
  await change(page).getByRole('radio', { name: /Curso/ }).check();
  await change(page).getByRole('button', { name: 'Comprar' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Comprar Curso?' });
  await dialog.getByRole('button', { name: 'Comprar' }).click();
  await expect(subscriptionPanel(page, 'Compras avulsas')).toContainText('Curso');
  await expect(subscriptionPanel(page, 'Plano atual')).toContainText('Mesa');
  const row = invoices(page).getByRole('row', { name: /49,00/ });
  await expect(row).toContainText('Paga');
  const file = await page.request.get(
    (await row.getByRole('link', { name: /em PDF/ }).getAttribute('href')) ?? '',
  );
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await expectAccessible(page);
});

test('a new subscription can start after an immediate cancellation (R-SUB-10)', async ({
  page,
  server,
}) => {
  await restoreSession(page, await createVerifiedOwner(server.url, 'Ensaio'));
  await page.goto(billingPath);
  await subscriptionPanel(page, 'Plano atual')
    .getByRole('button', { name: 'Cancelar assinatura' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar o Ensaio?' });
  await dialog.getByRole('radio', { name: /Imediatamente/ }).check();
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(page.getByText('Assinatura cancelada')).toBeVisible();
  await expect(page.getByText('Você não tem uma assinatura ativa.')).toBeVisible();
  const choose = subscriptionPanel(page, 'Escolha um plano');
  // Without a plan none is preselected: the button asks to select a product (R-SUB-16).
  await expect(choose.getByRole('button', { name: 'Selecione um produto' })).toBeDisabled();
  await expect(choose.getByRole('radio', { name: /Mesa/ })).not.toBeChecked();
  await choose.getByRole('radio', { name: /Mesa/ }).check();
  await expect(choose.getByRole('radio', { name: 'Mensal' })).toBeChecked();
  await choose.getByRole('button', { name: 'Assinar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Assinar' }).click();
  await fillCard(page, testCardNumbers.pays);
  await page.getByRole('dialog').getByRole('button', { name: 'Assinar' }).click();
  await expect(subscriptionPanel(page, 'Plano atual')).toContainText('Mesa');
});

test('a second organization asks for a card before it is created (R-ORG-03)', async ({
  page,
  server,
  provider,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Starter');
  const name = registrationData().organization;
  await restoreSession(page, ana);
  await page.goto('/app/organizations/new');
  await page.getByLabel('Nome da organização').fill(name);
  await page.getByRole('radio', { name: /Mesa/ }).check();
  await page.getByRole('button', { name: /Assinar por/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cartão para pagamento' });
  await fillCard(page, testCardNumbers.declined);
  await dialog.getByRole('button', { name: /Assinar por/ }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Seu cartão foi recusado. Tente outro cartão.',
  );
  await fillCard(page, testCardNumbers.asksEveryTime);
  await dialog.getByRole('button', { name: /Assinar por/ }).click();
  await page.getByRole('button', { name: 'Confirmar pagamento' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Organização criada' });
  await alert.getByRole('button', { name: 'Fechar' }).click();
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toContainText(name);
  const { invoices: charged } = await provider.of(ana.email);
  expect(charged.filter(({ status }) => status === 'paid')).toHaveLength(1);
});

test('the subscription page shows an error while the provider is down and recovers (R-REL-04)', async ({
  page,
  server,
  provider,
}) => {
  await subscriber(page, server.url);
  await provider.fail(['500'], 400);
  await page.goto(billingPath);
  await expect(page.getByText('O serviço de pagamento não está respondendo')).toBeVisible();
  await expect(subscriptionPanel(page, 'Plano atual')).toContainText('Mesa');
  await expectAccessible(page);
  await provider.fail([]);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(subscriptionPanel(page, 'Dados de pagamento')).toContainText('Visa com final 4242');
});

test('the provider’s portal opens and leads back (R-SUB-18)', async ({ page, server }) => {
  await subscriber(page, server.url);
  await subscriptionPanel(page, 'Dados de pagamento')
    .getByRole('button', { name: 'Portal do cliente' })
    .click();
  await expect(page).toHaveURL(/\/sandbox\/payments\/portal\//);
  await page.getByRole('link', { name: /Voltar/ }).click();
  await expect(page).toHaveURL(new RegExp(`${billingPath}$`));
});

test('the operator’s organization can’t have a subscription (R-ORG-10)', async ({
  page,
  server,
}) => {
  const { token, user } = await apiClientAt(server.url).accounts.login({ body: server.operator });
  await restoreSession(page, { token, tenant: user.currentTenant?.id ?? '' });
  await page.goto(billingPath);
  await expect(page.getByText('A organização do operador não pode ter assinatura.')).toBeVisible();
  await expect(subscriptionPanel(page, 'Plano atual')).toBeHidden();
  await expect(subscriptionPanel(page, 'Dados de pagamento')).toBeHidden();
});

/** Chooses the free plan in place of the current one and returns the dialog that asks when. */
async function chooseStarter(page: Page) {
  await subscriptionPanel(page, 'Plano atual')
    .getByRole('button', { name: 'Mudar de plano' })
    .click();
  await change(page)
    .getByRole('radio', { name: /Starter/ })
    .check();
  await expect(change(page)).toContainText('O plano atual vale até');
  await change(page).getByRole('button', { name: 'Trocar de plano' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mudar para o Starter?' });
  await expect(dialog).toContainText('Quando o Mesa deve terminar?');
  return dialog;
}

test('the free plan replaces a paid one at the end of the period or immediately (R-SUB-05)', async ({
  page,
  server,
  provider,
  mailTo,
}) => {
  const ana = await subscriber(page, server.url);
  const plan = subscriptionPanel(page, 'Plano atual');
  const dialog = await chooseStarter(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Trocar de plano' }).click();
  await expect(page.getByText(/Você muda para o Starter em/)).toBeVisible();
  await expect(plan).toContainText('Mesa');
  await expect(plan).toContainText('Starter, gratuito');
  expect((await mailTo(ana.email)).subject).toMatch(/ muda para o Starter em /);
  await provider.advance(32 * daySeconds);
  await page.reload();
  await expect(plan).toContainText('Starter');
  await expect(plan).not.toContainText('Mesa');
  await expect(subscriptionPanel(page, 'Compras avulsas')).not.toContainText('Starter');

  const bia = await subscriber(page, server.url);
  const now = await chooseStarter(page);
  await now.getByRole('radio', { name: /Agora/ }).check();
  await now.getByRole('button', { name: 'Trocar de plano' }).click();
  await expect(page.getByText('Agora você está no Starter')).toBeVisible();
  await expect(plan).toContainText('Starter');
  await provider.advance(32 * daySeconds);
  for (const { email } of [ana, bia]) {
    const { subscriptions, invoices } = await provider.of(email);
    expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
    expect(invoices.filter(({ total }) => total > 0)).toHaveLength(1);
  }
});

test('the free plan is refused for more members than it allows (R-SUB-04)', async ({
  page,
  server,
}) => {
  const ana = await subscriber(page, server.url);
  const { email } = registrationData();
  await ana.api.invitations.invite({
    body: { email, firstName: 'Bia', lastName: 'Lima', role: Role.Member },
  });
  await page.reload();
  await subscriptionPanel(page, 'Plano atual')
    .getByRole('button', { name: 'Mudar de plano' })
    .click();
  await change(page)
    .getByRole('radio', { name: /Starter/ })
    .check();
  await expect(change(page).getByRole('alert')).toContainText(email);
  await expect(change(page).getByRole('button', { name: 'Trocar de plano' })).toBeDisabled();
  await expectAccessible(page);
});

/** Adds a transaction in the side panel. */
async function addTransaction(page: Page) {
  await page.goto('/app/transactions/new');
  await page.getByLabel('Descrição').fill('Corretagem');
  await page.getByLabel('Preço').fill('1');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adicionar' }).click();
}

test('a limit of the plan is announced, then refused with the upgrade (R-USE-02, R-USE-03, R-USE-04)', async ({
  browser,
  page,
  server,
  mailTo,
}) => {
  test.slow();
  const { token } = await apiClientAt(server.url).accounts.login({ body: server.operator });
  await apiClientAt(server.url, { token, tenant: '' }).products.create({
    body: {
      tier: 2,
      title: 'Pauta',
      active: true,
      image: null,
      maxUsers: 3,
      maxTransactions: 5,
      prices: [{ type: 1, billingPeriod: 3, price: 5, currency: 'usd' }],
    },
  });
  const ana = await subscriber(page, server.url, 'Pauta');
  const bia = await createVerifiedOwner(server.url, 'Starter');
  await inviteAndAccept(bia, { owner: ana, role: Role.Member, mailTo });
  const usage = subscriptionPanel(page, 'Uso');
  const meter = usage.getByRole('meter', { name: 'Transações neste mês' });
  await expect(meter).toHaveAttribute('aria-valuetext', '0 de 5');
  const body = { description: 'Fee', quantity: 1, price: 1, date: '2026-03-01' };
  for (let n = 0; n < 4; n += 1) await ana.api.transactions.create({ body });

  await page.reload();
  await expect(meter).toHaveAttribute('aria-valuetext', '4 de 5');
  await expect(usage).toContainText('Quase no limite');
  await expectAccessible(page);
  await page.goto('/app/dashboard');
  const notice = page.getByRole('status').filter({ hasText: '4 das 5 transações' });
  await expect(notice.getByRole('link', { name: 'Ver planos' })).toBeVisible();

  await addTransaction(page);
  await expect(page.getByText('5 das 5 transações')).toBeVisible();
  await addTransaction(page);
  const refusal = page.getByRole('alertdialog', { name: 'Você precisa fazer um upgrade' });
  await expect(refusal).toContainText('Seu plano inclui 5 transações por mês');
  await expect(refusal).toContainText('A contagem recomeça em 1 de ');
  await expectAccessible(page);

  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await restoreSession(other, { token: bia.token, tenant: ana.tenant });
  await addTransaction(other);
  const advice = other.getByRole('alertdialog', { name: 'Você precisa fazer um upgrade' });
  await expect(advice).toContainText('Peça a um proprietário ou administrador');
  await expect(advice.getByRole('button')).toHaveCount(1);
  await other.context().close();

  await refusal.getByRole('button', { name: 'Fazer upgrade' }).click();
  await expect(usage).toContainText('Limite atingido');
  await subscriptionPanel(page, 'Plano atual')
    .getByRole('button', { name: 'Mudar de plano' })
    .click();
  await change(page)
    .getByRole('radio', { name: /Pregueiro/ })
    .check();
  await change(page).getByRole('button', { name: 'Atualizar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Atualizar' }).click();
  await expect(usage).toContainText('5, sem limite');
  await addTransaction(page);
  await expect(page.getByRole('row', { name: /Corretagem/ })).toHaveCount(2);
  // A job sends the notice within a minute, of the fourth or of the fifth.
  const mailbox = async () =>
    (await page.request.get(`/sandbox/mail.json?to=${encodeURIComponent(ana.email)}`)).text();
  await expect
    .poll(mailbox, { timeout: 75_000 })
    .toMatch(/usou (4 de 5|todo o limite: 5) transações neste mês/);
});
